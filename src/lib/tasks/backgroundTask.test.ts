import { describe, expect, test, vi } from 'vitest';
import { BackgroundTask, type TaskContext, type TaskSpec } from './backgroundTask.ts';
import { runFileTask } from './runFileTask.ts';

type Rows = { rows: number };
type Report = Rows & { complete: boolean; name: string; ms: number };

function file(write = async (_: string) => {}) {
  const did: string[] = [];
  const target = {
    write,
    close: async (whole = true) => {
      did.push(whole ? 'closed' : 'closed in part');
      return 'rows.csv';
    },
    abort: async () => void did.push('abandoned'),
  };
  return { did, open: async () => target };
}

const spec: Pick<TaskSpec<Rows, Rows>, 'title' | 'describeProgress' | 'createReport' | 'pausable'> = {
  title: 'rows.csv',
  describeProgress: ({ rows }) => ({ text: `${rows} rows`, share: rows / 3 }),
  createReport: ({ rows }) => ({ text: `Exported ${rows} rows.` }),
  pausable: true,
};

type Hands = TaskContext<Rows> & { write: (text: string) => Promise<void> };

async function three({ write, signal, waitWhilePaused, reportProgress }: Hands) {
  let rows = 0;
  for (; rows < 3; rows++) {
    await waitWhilePaused();
    if (signal.aborted) break;
    await write('row');
    reportProgress({ rows: rows + 1 });
  }
  return { rows, complete: rows === 3 };
}

type Write = (hands: Hands) => Promise<(Rows & { complete: boolean }) | undefined>;

function exporting(open: ReturnType<typeof file>['open'], write: Write = three): BackgroundTask<Rows, Report> {
  const run = (hands: TaskContext<Rows>) => runFileTask(hands, { open, write });
  return new BackgroundTask<Rows, Report>({ ...spec, run, finishesAfterCancel: true });
}

const ask = async ({ confirmKeep: isKept }: TaskContext<Rows>) =>
  (await isKept({ text: 'Cancelled.', keepLabel: 'Keep 1 row' })) ? { rows: 1, complete: false } : undefined;

describe('export', () => {
  test('closes its file and reports the written rows', async () => {
    const { did, open } = file();
    const work = exporting(open);
    await expect.poll(() => work.state).toMatchObject({ kind: 'done', result: { name: 'rows.csv', rows: 3 } });
    expect(work.getSummary()).toMatchObject({ title: 'rows.csv', text: 'Exported 3 rows.' });
    expect(did).toEqual(['closed']);
  });

  test('closes its file and reports the reason when writing fails', async () => {
    const { did, open } = file(() => Promise.reject(new Error('The disk is full.')));
    const work = exporting(open);
    await expect.poll(() => work.getSummary()).toMatchObject({ kind: 'failed', text: 'The disk is full.' });
    expect(did).toEqual(['abandoned']);
  });

  test('ends without being shown when no file was chosen', async () => {
    const work = exporting(() => Promise.reject(new DOMException('No file.', 'AbortError')));
    await expect.poll(() => work.state.kind).toBe('ended');
    expect(work.isShown).toBe(false);
    expect(work.getSummary()).toBeUndefined();
  });

  test('waits while paused, resumes where it stopped, and keeps the partial file when canceled', async () => {
    const { did, open } = file(async () => work.pause(true));
    const work: BackgroundTask<Rows, Report> = exporting(open);
    await expect.poll(() => work.getSummary()).toMatchObject({ paused: true, text: 'Paused, 33 %, 1 rows' });
    work.pause(false);
    await expect.poll(() => work.getSummary()).toMatchObject({ paused: true, text: 'Paused, 66 %, 2 rows' });
    work.cancel();
    await expect.poll(() => work.state).toMatchObject({ kind: 'done', result: { rows: 2, complete: false } });
    expect(did).toEqual(['closed in part']);
  });

  test('asks whether to keep the partial file after Cancel', async () => {
    const { did, open } = file();
    const work = exporting(open, ask);
    await expect.poll(() => work.getSummary()?.actions.map(({ label }) => label)).toEqual(['Keep 1 row', 'Discard']);
    work.getSummary()?.actions[1]?.run();
    await expect.poll(() => work.state.kind).toBe('ended');
    expect(did).toEqual(['abandoned']);
  });

  test('leaves no file when its session ends at any step', async () => {
    for (const at of ['pausing', 'asking'] as const) {
      const { did, open } = file(async () => work.pause(true));

      const work: BackgroundTask<Rows, Report> = exporting(open, at === 'asking' ? ask : three);
      await expect.poll(() => work.getSummary()).toMatchObject(at === 'asking' ? { kind: 'asking' } : { paused: true });
      work.discard();
      await expect.poll(() => did).toEqual(['abandoned']);
      expect(work.getSummary()).toBeUndefined();
    }
  });
});

test('estimates the remaining time from the progress, without pauses', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let tell = (_: Rows) => {};
    const work = new BackgroundTask<Rows, Rows>({
      ...spec,
      run: (hands) => {
        ({ reportProgress: tell } = hands);
        return new Promise(() => undefined);
      },
    });
    tell({ rows: 1 });
    expect(work.getSummary()?.text).toBe('33 %, 1 rows');
    vi.advanceTimersByTime(60_000);
    work.pause(true);
    vi.advanceTimersByTime(600_000);
    work.pause(false);
    expect(work.getSummary()?.text).toBe('33 %, 1 rows, 2 min left');
  } finally {
    vi.useRealTimers();
  }
});
