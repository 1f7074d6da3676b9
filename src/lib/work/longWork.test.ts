import { describe, expect, test, vi } from 'vitest';
import { writeFile } from './fileWork.ts';
import { LongWork, type WorkHands, type WorkWish } from './longWork.ts';
import { patiently } from './patiently.ts';

type Rows = { rows: number };
type Report = Rows & { complete: boolean; name: string; ms: number };

/** A file that says what became of it. */
function file(write = async (_: string) => {}) {
  const did: string[] = [];
  const target = {
    write,
    close: async (whole = true) => {
      did.push(whole ? 'closed' : 'closed in part');
      return 'rows.csv';
    },
    abandon: async () => void did.push('abandoned'),
  };
  return { did, open: async () => target };
}

const words: Pick<WorkWish<Rows, Rows>, 'title' | 'headway' | 'outcome' | 'pausable'> = {
  title: 'rows.csv',
  headway: ({ rows }) => ({ words: `${rows} rows`, share: rows / 3 }),
  outcome: ({ rows }) => ({ words: `Exported ${rows} rows.` }),
  pausable: true,
};

async function three({ write, signal, mayGoOn, tell }: WorkHands<Rows> & { write: (text: string) => Promise<void> }) {
  let rows = 0;
  for (; rows < 3; rows++) {
    await mayGoOn();
    if (signal.aborted) break;
    await write('row');
    tell({ rows: rows + 1 });
  }
  return { rows, complete: rows === 3 };
}

type Write = (hands: Parameters<typeof three>[0]) => Promise<(Rows & { complete: boolean }) | undefined>;

function exporting(open: ReturnType<typeof file>['open'], write: Write = three): LongWork<Rows, Report> {
  return new LongWork<Rows, Report>({ ...words, work: (hands) => writeFile(hands, { open, write }), settles: true });
}

describe('an export', () => {
  test('closes its file and says what it wrote', async () => {
    const { did, open } = file();
    const work = exporting(open);
    await expect.poll(() => work.state).toMatchObject({ kind: 'done', result: { name: 'rows.csv', rows: 3 } });
    expect(work.line()).toMatchObject({ title: 'rows.csv', words: 'Exported 3 rows.' });
    expect(did).toEqual(['closed']);
  });

  test('lets go of its file when writing fails, and says why', async () => {
    const { did, open } = file(() => Promise.reject(new Error('The disk is full.')));
    const work = exporting(open);
    await expect.poll(() => work.line()).toMatchObject({ kind: 'failed', words: 'The disk is full.' });
    expect(did).toEqual(['abandoned']);
  });

  test('is none, and never seen, where no file was chosen', async () => {
    const work = exporting(() => Promise.reject(new DOMException('No file.', 'AbortError')));
    await expect.poll(() => work.state.kind).toBe('ended');
    expect(work.shown).toBe(false);
    expect(work.line()).toBeUndefined();
  });

  test('waits while it is paused, goes on where it was, and keeps what there is when it is cancelled', async () => {
    const { did, open } = file(async () => work.pause(true));
    const work: LongWork<Rows, Report> = exporting(open);
    await expect.poll(() => work.line()).toMatchObject({ paused: true, words: 'Paused, 33 %, 1 rows' });
    work.pause(false);
    await expect.poll(() => work.line()).toMatchObject({ paused: true, words: 'Paused, 66 %, 2 rows' });
    work.cancel();
    await expect.poll(() => work.state).toMatchObject({ kind: 'done', result: { rows: 2, complete: false } });
    expect(did).toEqual(['closed in part']);
  });

  test('asks whether what a cancelled one wrote is kept', async () => {
    const { did, open } = file();
    const ask = async ({ isKept }: WorkHands<Rows>) =>
      (await isKept({ words: 'Cancelled.', keep: 'Keep 1 row' })) ? { rows: 1, complete: false } : undefined;
    const work = exporting(open, ask);
    await expect.poll(() => work.line()?.actions.map(({ label }) => label)).toEqual(['Keep 1 row', 'Keep nothing']);
    work.line()?.actions[1]?.run();
    await expect.poll(() => work.state.kind).toBe('ended');
    expect(did).toEqual(['abandoned']);
  });

  test('leaves no file when its session ends, whatever it is at', async () => {
    for (const at of ['pausing', 'asking'] as const) {
      const { did, open } = file(async () => work.pause(true));
      const ask = async ({ isKept }: WorkHands<Rows>) =>
        (await isKept({ words: '', keep: '' })) ? { rows: 1, complete: false } : undefined;
      const work: LongWork<Rows, Report> = exporting(open, at === 'asking' ? ask : three);
      await expect.poll(() => work.line()).toMatchObject(at === 'asking' ? { kind: 'asking' } : { paused: true });
      work.leave();
      await expect.poll(() => did).toEqual(['abandoned']);
      expect(work.line()).toBeUndefined();
    }
  });
});

describe('what a connection that comes and goes does to work', () => {
  const lost = (error: unknown) => (error instanceof TypeError ? 'no answer' : undefined);

  test('it is asked again, then waits for somebody, and goes on with the very part', async () => {
    const asked: string[] = [];
    const waited: number[] = [];
    let down = true;
    const work = new LongWork<Rows, Rows>({
      ...words,
      work: async (hands) => {
        for (const part of ['a', 'b']) {
          const ask = async () => {
            asked.push(part);
            if (down && part === 'b') throw new TypeError('fetch failed');
          };
          await patiently(hands, ask, { lost, wait: async (ms) => void waited.push(ms) });
        }
        return { rows: 2 };
      },
    });
    await expect.poll(() => work.line()).toMatchObject({ paused: true, flawed: true, words: /^Paused: no answer/ });
    expect(asked).toEqual(['a', 'b', 'b', 'b']);
    expect(waited).toEqual([1000, 3000]);
    down = false;
    work.pause(false);
    await expect.poll(() => work.state).toEqual({ kind: 'done', result: { rows: 2 } });
    expect(asked).toEqual(['a', 'b', 'b', 'b', 'b']);
  });

  test('a part that was lost before it went on does not hold it again', async () => {
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = { a: 0, b: 0 };
    let down = true;
    const work = new LongWork<Rows, Rows>({
      ...words,
      work: async (hands) => {
        const ask = (part: 'a' | 'b') => async () => {
          asked[part]++;
          const wasDown = down;
          if (part === 'a' && asked.a === 3) await late;
          if (wasDown) throw new TypeError('fetch failed');
        };
        const patience = { lost, wait: async () => {} };
        await Promise.all([patiently(hands, ask('a'), patience), patiently(hands, ask('b'), patience)]);
        return { rows: 2 };
      },
    });
    await expect.poll(() => work.line()?.paused).toBe(true);
    down = false;
    work.pause(false);
    answer();
    await expect.poll(() => work.state.kind).toBe('done');
    expect(asked.a).toBe(4);
  });

  test('several parts under way wait for the same word to go on', async () => {
    let down = true;
    const work = new LongWork<Rows, Rows>({
      ...words,
      work: async (hands) => {
        const ask = async () => {
          if (down) throw new TypeError('fetch failed');
        };
        await Promise.all([1, 2, 3].map(() => patiently(hands, ask, { lost, wait: async () => {} })));
        return { rows: 3 };
      },
    });
    await expect.poll(() => work.line()?.paused).toBe(true);
    down = false;
    work.pause(false);
    await expect.poll(() => work.state.kind).toBe('done');
  });

  test('what is no loss of the connection ends it', async () => {
    const work = new LongWork<Rows, Rows>({
      ...words,
      work: (hands) => patiently(hands, () => Promise.reject(new Error('Refused.')), { lost }),
    });
    await expect.poll(() => work.line()).toMatchObject({ kind: 'failed', words: 'Refused.' });
  });
});

test('how long it takes is guessed from its share, without what it was paused for', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let tell = (_: Rows) => {};
    const work = new LongWork<Rows, Rows>({
      ...words,
      work: (hands) => {
        ({ tell } = hands);
        return new Promise(() => undefined);
      },
    });
    tell({ rows: 1 });
    expect(work.line()?.words).toBe('33 %, 1 rows');
    vi.advanceTimersByTime(60_000);
    work.pause(true);
    vi.advanceTimersByTime(600_000);
    work.pause(false);
    expect(work.line()?.words).toBe('33 %, 1 rows, 2 min left');
  } finally {
    vi.useRealTimers();
  }
});
