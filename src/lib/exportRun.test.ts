import { describe, expect, test } from 'vitest';
import { ExportRun, type ExportWork } from './exportRun.ts';

type Rows = { rows: number };

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

const begin = { rows: 0 };

async function three({ write, signal, mayGoOn, tell }: ExportWork<Rows>) {
  let rows = 0;
  for (; rows < 3; rows++) {
    await mayGoOn();
    if (signal.aborted) break;
    await write('row');
    tell({ rows });
  }
  return { rows, complete: rows === 3 };
}

describe('an export', () => {
  test('closes its file and says what it wrote', async () => {
    const run = new ExportRun<Rows, Rows>();
    const { did, open } = file();
    expect(await run.start({ open, begin, write: three })).toMatchObject({ name: 'rows.csv', rows: 3 });
    expect(run.state).toMatchObject({ kind: 'done', name: 'rows.csv', rows: 3 });
    expect(did).toEqual(['closed']);
  });

  test('lets go of its file when writing fails, and says why', async () => {
    const run = new ExportRun<Rows, Rows>();
    const { did, open } = file(() => Promise.reject(new Error('The disk is full.')));
    await run.start({ open, begin, write: three });
    expect(run.state).toEqual({ kind: 'failed', message: 'The disk is full.' });
    expect(did).toEqual(['abandoned']);
  });

  test('is none where no file was chosen', async () => {
    const run = new ExportRun<Rows, Rows>();
    const open = () => Promise.reject(new DOMException('No file.', 'AbortError'));
    await run.start({ open, begin, write: three });
    expect(run.state).toEqual({ kind: 'idle' });
  });

  test('waits while it is paused, and keeps what there is when it is cancelled', async () => {
    const run = new ExportRun<Rows, Rows>();
    const { did, open } = file(async () => run.pause(true));
    const written = run.start({ open, begin, write: three });
    await expect.poll(() => run.state).toMatchObject({ kind: 'running', paused: true });
    run.cancel();
    expect(await written).toMatchObject({ rows: 1, complete: false });
    expect(did).toEqual(['closed in part']);
  });

  test('asks whether what a cancelled one wrote is kept; leaving it keeps nothing', async () => {
    const run = new ExportRun<Rows, Rows>();
    const { did, open } = file();
    const written = run.start({
      open,
      begin,
      write: async ({ isKept }) => ((await isKept({ rows: 1 })) ? { rows: 1, complete: false } : undefined),
    });
    await expect.poll(() => run.state.kind).toBe('cancelled');
    run.leave();
    expect(await written).toBeUndefined();
    expect(did).toEqual(['abandoned']);
  });
});
