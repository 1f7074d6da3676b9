import { expect, test } from 'vitest';
import { getLabeledBars } from './Histogram.tsx';

test.each([
  ['few labels that fit', 3, 600, 48, [0, 1, 2]],
  ['many labels that fit', 20, 600, 48, [0, 4, 8, 12, 16]],
  ['many labels in a narrow space', 28, 180, 48, [0, 10, 20]],
  ['a last label that does not fit', 17, 300, 48, [0, 4, 8, 12]],
  ['space for one label', 10, 40, 48, [0]],
  ['an unmeasured width', 10, 0, 0, [0]],
  ['no labels', 0, 600, 48, []],
])('%s', (_, bars, room, name, expected) => {
  expect(getLabeledBars(bars, room, name)).toEqual(expected);
});
