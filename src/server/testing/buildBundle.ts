import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packDatabase } from '#server/store/embedded/emptyDatabase.ts';

/**
 * The service and its commands as they are built, with the files of an empty database, which a first start unpacks. Gives
 * the program and what removes it.
 */
export async function buildBundle(emptyDatabase: string): Promise<{ program: string; remove: () => void }> {
  // as far from the package's own file as the build's, and where it finds its packages
  const folder = join('dist', `commands-${process.pid}`);
  await build({
    entryPoints: ['src/server/cli/main.ts', 'src/server/store/embedded/pgliteWorker.ts'],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'empty.br'), packDatabase(emptyDatabase));
  return { program: join(folder, 'main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
