import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const builtScripts = new Map<string, URL>();

/** Starts a thread from a TypeScript file. The file is built once for all threads of this process. */
export function startTypeScriptWorker(source: URL, workerData: object): Worker {
  const script = builtScripts.get(source.href) ?? buildSource(source);
  builtScripts.set(source.href, script);
  return new Worker(script, { workerData });
}

function buildSource(source: URL): URL {
  const folder = join('node_modules', '.cache', `threads-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // esbuild is a development dependency; an installation without it has no TypeScript sources either
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
