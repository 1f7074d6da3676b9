import { expect, test } from 'vitest';
import { asideFor, onBehalfOf, Turns } from './turns.ts';

/** Takes turns in the name of callers, each ended by hand after 10 ms of a clock of its own, and records whose it was. */
function recording(options: { width: number; patience: number }) {
  let time = 0;
  const turns = new Turns({ ...options, now: () => time });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string) =>
    turns.take(() => {
      order.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const ask = (caller: string) => onBehalfOf(caller, () => take(caller));
  const askAside = (caller: string) => onBehalfOf(caller, () => asideFor('list', () => take(`${caller} aside`)));
  const endOne = async () => {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    time += 10;
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, ask, askAside, endOne };
}

test('one that asks for much does not keep another waiting behind all of it', async () => {
  const { order, ask, endOne } = recording({ width: 1, patience: 60_000 });
  const all = [...Array.from({ length: 5 }, () => ask('much')), ask('little'), ask('little')];
  for (let turn = 0; turn < 7; turn++) await endOne();
  await Promise.all(all);
  // what was running when the other came, and then by turns
  expect(order.slice(0, 2)).toEqual(['much', 'little']);
  expect(order.indexOf('little', 2)).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(7);
});

test('what a caller has done aside does not keep its other questions waiting', async () => {
  const { order, ask, askAside, endOne } = recording({ width: 1, patience: 60_000 });
  const all = [...Array.from({ length: 4 }, () => askAside('one')), ask('one')];
  for (let turn = 0; turn < 5; turn++) await endOne();
  await Promise.all(all);
  expect(order).toEqual(['one aside', 'one', 'one aside', 'one aside', 'one aside']);
});

test('so many at once and no more', async () => {
  const { order, ask, endOne } = recording({ width: 2, patience: 60_000 });
  const all = ['a', 'b', 'c'].map(ask);
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['a', 'b']);
  await endOne();
  expect(order).toEqual(['a', 'b', 'c']);
  await endOne();
  await endOne();
  await Promise.all(all);
});

test('a turn that does not come in time is refused, and is not taken later', async () => {
  const { order, ask, endOne } = recording({ width: 1, patience: 20 });
  const first = ask('a');
  await expect(ask('b')).rejects.toMatchObject({ fault: 'busy' });
  await endOne();
  await first;
  expect(order).toEqual(['a']);
});

test('what fails ends its turn', async () => {
  const turns = new Turns({ width: 1, patience: 60_000 });
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take(async () => 'next')).toBe('next');
});
