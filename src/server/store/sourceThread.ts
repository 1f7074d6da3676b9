import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A thread that runs a TypeScript file as it stands: first it needs what lets Node read that. */
export function sourceThread(source: URL, workerData: object): Worker {
  const loader = new URL('./esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx')));
  return new Worker(`import('${loader}').then(({ register }) => { register(); return import('${source}'); })`, {
    workerData,
    eval: true,
  });
}
