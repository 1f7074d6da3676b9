import { expect, test, vi } from 'vitest';
import { BackgroundTask } from './backgroundTask.ts';
import { retryUntilOnline } from './retryUntilOnline.ts';

type Rows = { rows: number };

const DOWN = new TypeError('fetch failed');
const describeConnectionLoss = (error: unknown) => (error instanceof TypeError ? 'no answer' : undefined);
const never = () => new Promise<void>(() => undefined);

/** Starts a task of several parts. `ask` requests a part, by number. */
function startTask(
  parts: number,
  ask: (part: number) => Promise<void>,
  { inTurn = false, probe = never, wait = async (_: number) => {} } = {},
): BackgroundTask<Rows, Rows> {
  return new BackgroundTask<Rows, Rows>({
    title: 'rows',
    describeProgress: ({ rows }) => ({ text: `${rows} rows` }),
    createReport: ({ rows }) => ({ text: `${rows} rows.` }),
    pausable: true,
    run: async (hands) => {
      const run = (part: number) => retryUntilOnline(hands, () => ask(part), { describeConnectionLoss, wait, probe });
      const all = [...Array(parts).keys()];
      if (inTurn) for (const part of all) await run(part);
      else await Promise.all(all.map(run));
      return { rows: parts };
    },
  });
}

test('retries, then waits, and resumes with the same part on request', async () => {
  const [asked, waited]: [number[], number[]] = [[], []];
  let down = true;
  const ask = async (part: number) => {
    asked.push(part);
    if (down && part === 1) throw DOWN;
  };
  const work = startTask(2, ask, { inTurn: true, wait: async (ms) => void waited.push(ms) });
  const paused = { paused: true, hasWarnings: true, text: /^Paused: no answer/ };
  await expect.poll(() => work.getSummary()).toMatchObject(paused);
  expect(asked).toEqual([0, 1, 1, 1]);
  expect(waited).toEqual([1000, 3000]);
  down = false;
  work.pause(false);
  await expect.poll(() => work.state).toEqual({ kind: 'done', result: { rows: 2 } });
  expect(asked).toEqual([0, 1, 1, 1, 1]);
});

test('a part that failed before the task resumed does not pause it again', async () => {
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = [0, 0, 0];
  let down = true;
  const work = startTask(3, async (part) => {
    const [count, wasDown] = [(asked[part] ?? 0) + 1, down];
    asked[part] = count;
    if (part === 0 && count === 3) await late;
    if (wasDown) throw DOWN;
  });
  await expect.poll(() => work.getSummary()?.paused).toBe(true);
  down = false;
  work.pause(false);
  answer();
  await expect.poll(() => work.state.kind).toBe('done');
  expect(asked[0]).toBe(4);
});

test('resumes automatically when the connection is back, which only one part probes', async () => {
  let down = true;
  let asked = 0;
  let probes: (() => void)[] = [];
  const probe = () => new Promise<void>((resolve) => void probes.push(resolve));
  const ask = async () => {
    asked++;
    if (down) throw DOWN;
  };
  const work = startTask(3, ask, { probe });
  const tryAgain = async () => {
    await expect.poll(() => probes.length).toBe(1);
    const [next] = probes;
    probes = [];
    next?.();
  };
  await expect.poll(() => work.getSummary()).toMatchObject({ text: /^Paused: no answer; resumes automatically/ });
  await expect.poll(() => asked).toBe(9);
  await tryAgain();
  await tryAgain();
  await expect.poll(() => probes.length).toBe(1);
  expect(asked).toBe(11);
  expect(work.getSummary()).toMatchObject({ paused: true });
  down = false;
  await tryAgain();
  await expect.poll(() => work.state).toEqual({ kind: 'done', result: { rows: 3 } });
});

test('a task that the user paused stays paused when the connection returns', async () => {
  let fail = (_: Error) => {};
  let asked = 0;
  const probe = vi.fn(never);
  const ask = () => {
    asked++;
    return new Promise<void>((_, reject) => {
      fail = reject;
    });
  };
  const work = startTask(1, ask, { probe });
  for (const times of [1, 2, 3]) {
    await expect.poll(() => asked).toBe(times);
    if (times === 3) work.pause(true);
    fail(DOWN);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(probe).not.toHaveBeenCalled();
  expect(work.getSummary()).toMatchObject({ paused: true, hasWarnings: false });
});

test('an error other than a lost connection ends the task', async () => {
  const work = startTask(1, () => Promise.reject(new Error('Refused.')));
  await expect.poll(() => work.getSummary()).toMatchObject({ kind: 'failed', text: 'Refused.' });
});
