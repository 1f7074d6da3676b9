import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ReadWriteLock } from './readWriteLock.ts';

test('a writer has exclusive access for any order in which holders finish', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (s, holders) => {
      const lock = new ReadWriteLock();
      const inside = { readers: 0, writers: 0 };
      const done: number[] = [];
      const run = async (isWriter: boolean, index: number) => {
        const kind = isWriter ? 'writers' : 'readers';
        const release = await (isWriter ? lock.acquireWrite() : lock.acquireRead());
        inside[kind]++;
        expect(inside.writers).toBeLessThanOrEqual(inside.readers === 0 ? 1 : 0);
        await s.schedule(Promise.resolve(), `${kind} ${index}`);
        expect(inside.writers).toBeLessThanOrEqual(inside.readers === 0 ? 1 : 0);
        inside[kind]--;
        done.push(index);
        release();
      };
      await s.waitFor(Promise.all(holders.map(run)));
      // no reader overtakes a waiting writer, and no writer overtakes another operation
      const orderOf = (index: number) => done.indexOf(index);
      for (const [index, isWriter] of holders.entries()) {
        if (!isWriter) continue;
        for (const other of holders.keys()) expect(orderOf(other) < orderOf(index)).toBe(other < index);
      }
      expect(lock.isContended).toBe(false);
    }),
  );
});

test('readers share the lock, and a second release does not free it for a writer', async () => {
  const lock = new ReadWriteLock();
  const [releaseFirst, releaseSecond] = await Promise.all([lock.acquireRead(), lock.acquireRead()]);
  const write = vi.fn();
  const writer = lock.acquireWrite().then(write);
  releaseFirst();
  releaseFirst();
  await new Promise(setImmediate);
  expect([write.mock.calls.length, lock.isContended]).toEqual([0, true]);
  releaseSecond();
  await writer;
});

test('a failed function releases the lock', async () => {
  const lock = new ReadWriteLock();
  const fail = async () => {
    throw new Error('disk');
  };
  await expect(lock.runExclusively(fail)).rejects.toThrow('disk');
  await expect(lock.runShared(fail)).rejects.toThrow('disk');
  expect(await lock.runExclusively(async () => 'free')).toBe('free');
});
