import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CONSOLE = 'dist/console';
const ASSETS = join(CONSOLE, 'assets');

/**
 * Returns the number of bytes, compressed by brotli, that a page loads before it can be shown: the entry files, the
 * page's chunk and all chunks that these import statically, with their style sheets. Code that is loaded later does not
 * count, so the result depends only on the build.
 */
export function measurePageBytes(chunk: string): number {
  const assets = readdirSync(ASSETS);
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    if (!file.endsWith('.js')) return;
    const name = getChunkName(file);
    for (const style of assets) if (style.endsWith('.css') && getChunkName(style) === name) files.add(style);
    const code = readFileSync(join(ASSETS, file), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) add(imported);
  };
  const page = readFileSync(join(CONSOLE, 'index.html'), 'utf8');
  for (const [, file = ''] of page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)) add(file);
  const pageFile = assets.find((file) => file.endsWith('.js') && getChunkName(file) === chunk);
  if (!pageFile) throw new Error(`The build has no chunk named ${chunk}.`);
  add(pageFile);
  return [...files].reduce((sum, file) => sum + statSync(join(ASSETS, `${file}.br`)).size, 0);
}

/** Returns the name of a file without its hash of seven characters. */
function getChunkName(file: string): string {
  return file.replace(/-.{7}\.(?:js|css)$/, '');
}
