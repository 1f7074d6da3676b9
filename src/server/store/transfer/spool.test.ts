import { expect, test, vi } from 'vitest';
import { spoolToDisk } from './spool.ts';

const PIECE = 1_000_000;
const PIECES = 20;

test('a source is read to its end while its reader waits, and the reader gets everything in order', async () => {
  const end = vi.fn();
  async function* pieces() {
    for (let n = 0; n < PIECES; n++) yield Buffer.alloc(PIECE, 65 + n);
    yield 'end';
    end();
  }
  const reader = spoolToDisk(pieces());
  const first = await reader.next();
  await expect.poll(() => end.mock.calls.length).toBe(1);
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
  const end = vi.fn();
  async function* endless() {
    try {
      for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, 'x'));
    } finally {
      end();
    }
  }
  const reader = spoolToDisk(endless());
  await reader.next();
  await reader.return(undefined);
  expect(end).toHaveBeenCalledOnce();
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
