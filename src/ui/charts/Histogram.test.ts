import { expect, test } from 'vitest';
import { getLabeledBars } from './Histogram.tsx';

test.each([
  ['few that have room', 3, 600, 48, [0, 1, 2]],
  ['many that have room', 20, 600, 48, [0, 4, 8, 12, 16]],
  ['many in a narrow place', 28, 180, 48, [0, 10, 20]],
  ['a last one without room', 17, 300, 48, [0, 4, 8, 12]],
  ['room for one', 10, 40, 48, [0]],
  ['not measured yet', 10, 0, 0, [0]],
  ['none', 0, 600, 48, []],
])('%s', (_, bars, room, name, expected) => {
  expect(getLabeledBars(bars, room, name)).toEqual(expected);
});
