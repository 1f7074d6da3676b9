import { setTimeout } from 'node:timers/promises';

/** What was measured, by what it is called where it is printed. */
export type Figures = Record<string, number | string>;

/** Times of which the median is taken. */
export const ROUNDS = 7;

/** The project that is measured on. */
export const PROJECT = 'bench';

/** Says figures as soon as they are known. */
export function printFigures(figures: Figures): Figures {
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(50)} ${figure}`);
  return figures;
}

/** What is being measured, for whoever waits. */
export function printProgress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

/** ms that work takes. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What the service itself holds: its heap and the bytes outside it; the databases' own memory is not counted. */
function getHeldMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Lets every thread clear away what it no longer needs, so that none pays for what was measured before. */
export async function settle(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(100);
}

export async function measureSettledMemory(): Promise<number> {
  await settle();
  return getHeldMemory();
}

export function watchMemory() {
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

export function computeMedian(values: number[] = []): number {
  return roundToTenth([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0);
}

export function computeRatio(value: number, base: number): number {
  return Math.round((100 * value) / base) / 100;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
