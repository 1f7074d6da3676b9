import { expect, test } from 'vitest';
import { CONNECTION_COLORS, type ConnectionColor, pickUnusedColor } from './connectionColor.ts';

function addConnections(count: number, colors: readonly ConnectionColor[] = []): readonly ConnectionColor[] {
  return count === 0 ? colors : addConnections(count - 1, [...colors, pickUnusedColor(colors)]);
}

test('no two connections have the same color while unused colors are left', () => {
  const colors = addConnections(CONNECTION_COLORS.length);
  expect(new Set(colors).size).toBe(CONNECTION_COLORS.length);
});

test('more connections than colors share each color equally', () => {
  const colors = addConnections(3 * CONNECTION_COLORS.length);
  for (const color of CONNECTION_COLORS) expect(colors.filter((one) => one === color)).toHaveLength(3);
});

test('the color of a removed connection is used again', () => {
  for (const removed of CONNECTION_COLORS) {
    expect(pickUnusedColor(CONNECTION_COLORS.filter((color) => color !== removed))).toBe(removed);
  }
});
