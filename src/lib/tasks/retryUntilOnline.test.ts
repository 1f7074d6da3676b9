import { describe, expect, test, vi } from 'vitest';
import { BackgroundTask, type TaskSpec } from './backgroundTask.ts';
import { retryUntilOnline } from './retryUntilOnline.ts';

type Rows = { rows: number };

const spec: Pick<TaskSpec<Rows, Rows>, 'title' | 'describeProgress' | 'createReport' | 'pausable'> = {
  title: 'rows',
  describeProgress: ({ rows }) => ({ text: `${rows} rows` }),
  createReport: ({ rows }) => ({ text: `${rows} rows.` }),
  pausable: true,
};

describe('when the connection is lost and restored', () => {
  const describeConnectionLoss = (error: unknown) => (error instanceof TypeError ? 'no answer' : undefined);
  const never = () => new Promise<void>(() => undefined);

  test('retries, then waits, and resumes with the same part on request', async () => {
    const asked: string[] = [];
    const waited: number[] = [];
    let down = true;
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: async (hands) => {
        for (const part of ['a', 'b']) {
          const ask = async () => {
            asked.push(part);
            if (down && part === 'b') throw new TypeError('fetch failed');
          };
          await retryUntilOnline(hands, ask, {
            describeConnectionLoss,
            wait: async (ms) => void waited.push(ms),
            probe: never,
          });
        }
        return { rows: 2 };
      },
    });
    await expect
      .poll(() => work.getSummary())
      .toMatchObject({ paused: true, hasWarnings: true, text: /^Paused: no answer/ });
    expect(asked).toEqual(['a', 'b', 'b', 'b']);
    expect(waited).toEqual([1000, 3000]);
    down = false;
    work.pause(false);
    await expect.poll(() => work.state).toEqual({ kind: 'done', result: { rows: 2 } });
    expect(asked).toEqual(['a', 'b', 'b', 'b', 'b']);
  });

  test('a part that failed before the task resumed does not pause it again', async () => {
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = { a: 0, b: 0 };
    let down = true;
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: async (hands) => {
        const ask = (part: 'a' | 'b') => async () => {
          asked[part]++;
          const wasDown = down;
          if (part === 'a' && asked.a === 3) await late;
          if (wasDown) throw new TypeError('fetch failed');
        };
        const patience = { describeConnectionLoss, wait: async () => {}, probe: never };
        await Promise.all([retryUntilOnline(hands, ask('a'), patience), retryUntilOnline(hands, ask('b'), patience)]);
        return { rows: 2 };
      },
    });
    await expect.poll(() => work.getSummary()?.paused).toBe(true);
    down = false;
    work.pause(false);
    answer();
    await expect.poll(() => work.state.kind).toBe('done');
    expect(asked.a).toBe(4);
  });

  test('resumes automatically when the connection is back, which only one part probes', async () => {
    let down = true;
    let asked = 0;
    let probes: (() => void)[] = [];
    const probe = () => new Promise<void>((resolve) => void probes.push(resolve));
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: async (hands) => {
        const ask = async () => {
          asked++;
          if (down) throw new TypeError('fetch failed');
        };
        await Promise.all(
          [1, 2, 3].map(() => retryUntilOnline(hands, ask, { describeConnectionLoss, wait: async () => {}, probe })),
        );
        return { rows: 3 };
      },
    });
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
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: async (hands) => {
        const ask = () => {
          asked++;
          return new Promise<void>((_, reject) => {
            fail = reject;
          });
        };
        await retryUntilOnline(hands, ask, { describeConnectionLoss, wait: async () => {}, probe });
        return { rows: 1 };
      },
    });
    for (const times of [1, 2, 3]) {
      await expect.poll(() => asked).toBe(times);
      if (times === 3) work.pause(true);
      fail(new TypeError('fetch failed'));
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(probe).not.toHaveBeenCalled();
    expect(work.getSummary()).toMatchObject({ paused: true, hasWarnings: false });
  });

  test('resumes several waiting parts at once', async () => {
    let down = true;
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: async (hands) => {
        const ask = async () => {
          if (down) throw new TypeError('fetch failed');
        };
        await Promise.all(
          [1, 2, 3].map(() =>
            retryUntilOnline(hands, ask, { describeConnectionLoss, wait: async () => {}, probe: never }),
          ),
        );
        return { rows: 3 };
      },
    });
    await expect.poll(() => work.getSummary()?.paused).toBe(true);
    down = false;
    work.pause(false);
    await expect.poll(() => work.state.kind).toBe('done');
  });

  test('an error other than a lost connection ends the task', async () => {
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: (hands) => retryUntilOnline(hands, () => Promise.reject(new Error('Refused.')), { describeConnectionLoss }),
    });
    await expect.poll(() => work.getSummary()).toMatchObject({ kind: 'failed', text: 'Refused.' });
  });
});
