/** The one place that names the worker's file, so that it is built once. */
export function startWorker(): Worker {
  return new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module' });
}
