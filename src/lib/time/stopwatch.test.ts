import { expect, test } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

test('what it is stopped for is not counted', () => {
  let now = 1000;
  const watch = new Stopwatch(() => now);
  now += 30;
  expect(watch.ms).toBe(30);
  watch.stop();
  now += 5000;
  watch.stop();
  expect(watch.ms).toBe(30);
  watch.goOn();
  now += 12;
  watch.goOn();
  expect(watch.ms).toBe(42);
  watch.stop();
  now += 1;
  expect(watch.ms).toBe(42);
});
