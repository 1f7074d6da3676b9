import { expect, test } from 'vitest';
import { TimeSlicer } from './timeSlicer.ts';

test('background work runs only while no other work is pending', async () => {
  const order: string[] = [];
  const [awaited, background] = [new TimeSlicer(), new TimeSlicer({ inBackground: true })];
  awaited.run(steps(30, 'awaited', order));
  const done = new Promise<void>((resolve) => background.run(steps(2, 'background', order, resolve)));
  expect(order).not.toContain('background');
  await done;
  expect(order.lastIndexOf('awaited')).toBeLessThan(order.indexOf('background'));
  expect(order).toHaveLength(32);
});

test('canceled work does not block other work', async () => {
  const order: string[] = [];
  const [awaited, background] = [new TimeSlicer(), new TimeSlicer({ inBackground: true })];
  awaited.run(steps(1000, 'awaited', order));
  awaited.cancel();
  await new Promise<void>((resolve) => background.run(steps(1, 'background', order, resolve)));
  expect(order.at(-1)).toBe('background');
});

function* steps(count: number, name: string, order: string[], then = () => {}): Generator<void> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    order.push(name);
    yield;
  }
  then();
}
