import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { RawRecord } from '#server/importing/rawRecord.ts';
import { splitBySizeOrIdle } from './splitBySizeOrIdle.ts';

const record = (line: number): RawRecord => ({ line, text: `{"n":${line}}` });
const never = new Promise<void>(() => undefined);

test('splits records into full portions, with the rest in the last', async () => {
  async function* records() {
    yield [1, 2, 3].map(record);
    yield [4, 5, 6, 7].map(record);
  }
  expect(await all(splitBySizeOrIdle(records(), 3, new AbortController().signal))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test('yields the received records when no more arrive', async () => {
  async function* records() {
    yield [record(1)];
    yield [record(2)];
    await never;
  }
  const some = splitBySizeOrIdle(records(), 100, new AbortController().signal);
  expect((await some.next()).value).toEqual([record(1), record(2)]);
});

test('ends with the received records when stopped', async () => {
  const stop = new AbortController();
  async function* records() {
    yield [record(1)];
    stop.abort();
    await never;
  }
  expect(await all(splitBySizeOrIdle(records(), 100, stop.signal))).toEqual([[1]]);
});

test('leaves no listeners on the abort signal after a long input', async () => {
  async function* records() {
    for (let line = 1; line <= 1000; line++) yield [record(line)];
  }
  const stop = new AbortController();
  expect(await all(splitBySizeOrIdle(records(), 1, stop.signal))).toHaveLength(1000);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('yields no part of the portion in which a stream fails', async () => {
  async function* records() {
    yield [1, 2, 3].map(record);
    throw new Error('torn');
  }
  const some = splitBySizeOrIdle(records(), 2, new AbortController().signal);
  expect((await some.next()).value).toHaveLength(2);
  await expect(some.next()).rejects.toThrow('torn');
});

async function all(some: AsyncIterable<RawRecord[]>): Promise<number[][]> {
  const found: number[][] = [];
  for await (const portion of some) found.push(portion.map(({ line }) => line));
  return found;
}
