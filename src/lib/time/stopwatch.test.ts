import { expect, test } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

test('does not count time while paused', () => {
  let now = 1000;
  const watch = new Stopwatch(() => now);
  now += 30;
  expect(watch.ms).toBe(30);
  watch.pause();
  now += 5000;
  watch.pause();
  expect(watch.ms).toBe(30);
  watch.resume();
  now += 12;
  watch.resume();
  expect(watch.ms).toBe(42);
  watch.pause();
  now += 1;
  expect(watch.ms).toBe(42);
});
