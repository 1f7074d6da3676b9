import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Where what was made of a source is found, by its address. */
const made = new Map<string, URL>();

/** A thread that runs a TypeScript file: as the build would make it, once for all threads of this process. */
export function startSourceThread(source: URL, workerData: object): Worker {
  const script = made.get(source.href) ?? buildSource(source);
  made.set(source.href, script);
  return new Worker(script, { workerData });
}

/** Made where it finds its packages. */
function buildSource(source: URL): URL {
  const folder = join('node_modules', '.cache', `threads-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // where the service was installed without what builds it there is no source either
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
  const outfile = join(folder, `${basename(source.pathname)}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return pathToFileURL(outfile);
}
