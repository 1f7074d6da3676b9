import { expect, test } from 'vitest';
import { FairQueue, withCaller, withSeparateQueue } from './fairQueue.ts';

function recording(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  let time = 0;
  const turns = new FairQueue({ width: 1, patience: 60_000, ...options, now: () => time });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, label?: string) =>
    turns.run(
      () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      { label },
    );
  const ask = (caller: string, project = caller, label?: string) =>
    withCaller(caller, () => take(caller, label), project);
  const askSeparately = (caller: string) =>
    withCaller(caller, () => withSeparateQueue('list', () => take(`${caller} separately`)));
  const endOne = async (after = 10) => {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    time += after;
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const advance = (ms: number) => {
    time += ms;
  };
  const endAll = async (turns: number, all: readonly Promise<void>[]) => {
    for (let turn = 0; turn < turns; turn++) await endOne();
    await Promise.all(all);
  };
  return { order, ask, askSeparately, endOne, endAll, advance };
}

test('a caller with many requests does not make another wait for all of them', async () => {
  const { order, ask, endAll } = recording();
  const all = [...Array.from({ length: 5 }, () => ask('much')), ask('little'), ask('little')];
  await endAll(7, all);
  // the turn that was already running when the other request arrived, then alternately
  expect(order.slice(0, 2)).toEqual(['much', 'little']);
  expect(order.indexOf('little', 2)).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(7);
});

test('requests in the separate queue of a caller do not delay its other requests', async () => {
  const { order, ask, askSeparately, endAll } = recording();
  const all = [...Array.from({ length: 4 }, () => askSeparately('one')), ask('one')];
  await endAll(5, all);
  expect(order).toEqual(['one separately', 'one', 'one separately', 'one separately', 'one separately']);
});

test('a project with many callers gets no more turns than one with a single caller', async () => {
  const { order, ask, endAll } = recording();
  const many = Array.from({ length: 6 }, (_, caller) => ask(`many ${caller}`, 'many'));
  const all = [...many, ...Array.from({ length: 3 }, () => ask('single'))];
  await endAll(9, all);
  // alternately, while both have requests
  expect(order.slice(1, 6).filter((caller) => caller === 'single')).toHaveLength(3);
});

test('a project with slow requests waits after each turn while another is active, and fast requests do not', async () => {
  const { order, ask, endOne, advance } = recording({ sharing: true });
  const pass = async (caller: string, label: string, took: number) => {
    const done = ask(caller, caller, label);
    await endOne(took);
    await done;
  };
  await pass('costly', 'look up', 1);
  await pass('other', 'look up', 1);
  await pass('costly', 'scan', 1000);
  const scan = ask('costly again', 'costly', 'scan');
  for (let request = 0; request < 3; request++) {
    await pass('costly', 'look up', 1);
    await pass('other', 'look up', 1);
    advance(900);
  }
  advance(900);
  await endOne();
  await scan;
  // the scan waited for three seconds; cheap requests did not
  expect(order.slice(3)).toEqual(['costly', 'other', 'costly', 'other', 'costly', 'other', 'costly again']);
});

test('while others are active, the slow requests of a project use at most their share of all turns', async () => {
  const { order, ask, endOne } = recording({ width: 10, sharing: true });
  const first = ask('other', 'other', 'look up');
  await endOne(1);
  await first;
  const scans = Array.from({ length: 6 }, (_, caller) => ask(`scan ${caller}`, 'costly', 'scan'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order.slice(1)).toEqual(['scan 0', 'scan 1', 'scan 2']);
  const second = ask('other', 'other', 'look up');
  for (let turn = 0; turn < 7; turn++) await endOne(1);
  await Promise.all([...scans, second]);
  expect(order[4]).toBe('other');
});

test('runs at most the given number at once', async () => {
  const { order, ask, endOne, endAll } = recording({ width: 2 });
  const all = ['a', 'b', 'c'].map((caller) => ask(caller));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['a', 'b']);
  await endOne();
  expect(order).toEqual(['a', 'b', 'c']);
  await endAll(2, all);
});

test('a request that waits too long for its turn is rejected, and does not run later', async () => {
  const { order, ask, endOne } = recording({ patience: 20 });
  const first = ask('a');
  await expect(ask('b')).rejects.toMatchObject({ fault: 'busy' });
  await endOne();
  await first;
  expect(order).toEqual(['a']);
});

test('a failed request ends its turn', async () => {
  const turns = new FairQueue({ width: 1, patience: 60_000 });
  await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(async () => 'next')).toBe('next');
});
