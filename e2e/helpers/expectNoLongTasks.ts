import { expect, type Page } from 'playwright/test';

/** Trace event. `ts` and `dur` are wall clock time in µs, `tdur` is CPU time in µs. */
type TraceEvent = {
  name: string;
  cat: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** Maximum duration of a task in ms, on a machine that needs `REFERENCE_TASK_MS` for the reference work. */
const TASK_LIMIT_MS = 50;
const REFERENCE_TASK_MS = 7;

const MAX_ATTEMPTS = 6;

type TaskAttempt = { limit: number; longer: number[] };

/**
 * Expects no task above the limit in at least one try. The limit is CPU time relative to a reference task in the same
 * page, so that the test also passes on a slow or busy machine.
 */
export async function expectNoLongTasks(page: Page, work: () => Promise<void>): Promise<void> {
  const tries: TaskAttempt[] = [];
  while (tries.length < MAX_ATTEMPTS && tries.at(-1)?.longer.length !== 0) {
    const compared = await traceTasks(page, () => page.evaluate(runReferenceTask));
    const tasks = await traceTasks(page, work);
    const limit = TASK_LIMIT_MS * Math.max(1, Math.max(...compared) / REFERENCE_TASK_MS);
    tries.push({ limit, longer: tasks.filter((task) => task > limit) });
  }
  expect(tries).toContainEqual({ limit: expect.any(Number), longer: [] });
}

function runReferenceTask(): void {
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  Array.from({ length: 30_000 }, next).sort((one, other) => one - other);
}

/**
 * Measures the CPU time of the page's scripts and rendering per task, in ms. Excludes the browser's internal work and
 * tasks that compile code, which the benchmark measures.
 */
async function traceTasks(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'devtools.timeline'] });
  await work();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(getThreadKey));
  const events = traceEvents.filter((event) => mains.has(getThreadKey(event)));
  const parts = events.filter(({ cat, dur }) => cat.includes('devtools.timeline') && dur);
  return events
    .filter(({ name, tdur = 0 }) => name.endsWith('RunTask') && tdur > 1000)
    .map((task) => parts.filter((part) => isWithin(part, task)))
    .filter((within) => !within.some(({ name }) => name.startsWith('v8.compile')))
    .map((within) => {
      const outermost = within.filter((part) => !within.some((other) => other !== part && isWithin(part, other)));
      return Math.round(outermost.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000);
    });
}

function isWithin(part: TraceEvent, whole: TraceEvent): boolean {
  return (
    getThreadKey(part) === getThreadKey(whole) &&
    part.ts >= whole.ts &&
    part.ts + (part.dur ?? 0) <= whole.ts + (whole.dur ?? 0)
  );
}

function getThreadKey({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}
