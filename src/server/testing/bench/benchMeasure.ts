import { setTimeout } from 'node:timers/promises';
import { type AppOptions, createApp } from '#server/http/app.ts';
import { startHttpServer } from '#server/http/httpServer.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { saveProject } from '#server/store/sql/projects.ts';
import { hashSecret, Store } from '#server/store/store.ts';

export type BenchFigures = Record<string, number | string>;

export const BENCH_ROUNDS = 7;

export const BENCH_PROJECT = 'bench';

export function printFigures(figures: BenchFigures): BenchFigures {
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(50)} ${figure}`);
  return figures;
}

export function printProgress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function measureMedian(work: (round: number) => Promise<unknown>, rounds = BENCH_ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await measureTime(() => work(round)));
  return computeRoundedMedian(times);
}

export async function saveBenchProject(database: ServiceDatabase): Promise<void> {
  await database.transaction((session) =>
    saveProject(session, { id: BENCH_PROJECT, name: 'Bench', keyHash: hashSecret('k'), tokenHash: hashSecret('t') }),
  );
}

export async function startBenchServer(database: ServiceDatabase, options: Partial<AppOptions> = {}) {
  const operate = createStoreOperationHandler({ store: new Store(database) });
  const server = await startHttpServer(createApp({ operate, hostConfig: {}, ...options }), '127.0.0.1', 0);
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, stop: () => server.stop() };
}

/** Sends a request to an operation, and reads the response. */
export async function sendBenchRequest(
  url: string,
  path: string,
  body: string,
  { key = 'k', ...more }: Record<string, string> = {},
) {
  const start = performance.now();
  const headers = { authorization: 't', 'content-type': 'application/json', 'accept-encoding': 'identity', ...more };
  const response = await fetch(`${url}/api${path}?apiKey=${key}`, { method: 'POST', headers, body });
  const text = await response.text();
  return { ms: performance.now() - start, status: response.status, text };
}

/** Repeats work until a time of `performance.now()`. */
export async function repeatUntil<Result>(end: number, work: (round: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; performance.now() < end; round++) results.push(await work(round));
  return results;
}

export function computePercentiles(times: readonly number[], parts: readonly number[] = [0.5, 0.99]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return parts.map((part) => roundToTenth(sorted[Math.ceil(part * sorted.length) - 1] ?? 0));
}

function getHeldMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Makes every thread free unused memory, so that earlier measurements do not affect the next one. */
export async function waitForGarbageCollection(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(100);
}

export async function measureSettledMemory(): Promise<number> {
  await waitForGarbageCollection();
  return getHeldMemory();
}

export function trackPeakMemory() {
  let peak = getHeldMemory();
  const timer = setInterval(() => {
    peak = Math.max(peak, getHeldMemory());
  }, 2);
  return {
    peak() {
      clearInterval(timer);
      return Math.max(peak, getHeldMemory());
    },
  };
}

export function computeRoundedMedian(values: number[] = []): number {
  return roundToTenth([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0);
}

export function computeRoundedRatio(value: number, base: number): number {
  return Math.round((100 * value) / base) / 100;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
