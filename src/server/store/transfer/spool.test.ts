import { expect, test } from 'vitest';
import { spoolToDisk } from './spool.ts';

const PIECE = 1_000_000;
const PIECES = 20;

async function* pieces(made: number[], ended: () => void) {
  try {
    for (let n = 0; n < PIECES; n++) {
      made.push(n);
      yield Buffer.alloc(PIECE, 65 + n);
    }
    yield 'end';
  } finally {
    ended();
  }
}

test('a source is read to its end while its reader waits, and the reader gets everything in order', async () => {
  const made: number[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const reader = spoolToDisk(pieces(made, () => end()));
  const first = await reader.next();
  await ended;
  expect(made).toHaveLength(PIECES);
  const all = [first.value as Uint8Array];
  for await (const piece of reader) all.push(piece);
  const text = Buffer.concat(all);
  expect(Math.max(...all.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(256 * 1024);
  expect(text.byteLength).toBe(PIECE * PIECES + 3);
  for (let n = 0; n < PIECES; n++) {
    expect([text[n * PIECE], text[(n + 1) * PIECE - 1]]).toEqual([65 + n, 65 + n]);
  }
  expect(text.subarray(-3).toString()).toBe('end');
});

test('a reader that stops ends the source', async () => {
  let ended = 0;
  async function* endless() {
    try {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield 'x';
      }
    } finally {
      ended++;
    }
  }
  const reader = spoolToDisk(endless());
  await reader.next();
  await reader.return(undefined);
  expect(ended).toBe(1);
});

test('an error of the source follows the data before it', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('lost');
  }
  const reader = spoolToDisk(failing());
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe('a');
  await expect(reader.next()).rejects.toThrow('lost');
});
