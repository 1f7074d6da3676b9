import { expect, test } from 'vitest';
import { CONNECTION_COLORS, type ConnectionColor, pickUnusedColor } from './connectionColor.ts';

function addConnections(count: number, colors: readonly ConnectionColor[] = []): readonly ConnectionColor[] {
  return count === 0 ? colors : addConnections(count - 1, [...colors, pickUnusedColor(colors)]);
}

test('connections share each color equally, and have different colors while unused ones are left', () => {
  for (const rounds of [1, 3]) {
    const colors = addConnections(rounds * CONNECTION_COLORS.length);
    for (const color of CONNECTION_COLORS) expect(colors.filter((one) => one === color)).toHaveLength(rounds);
  }
});

test('the color of a removed connection is used again', () => {
  for (const removed of CONNECTION_COLORS) {
    expect(pickUnusedColor(CONNECTION_COLORS.filter((color) => color !== removed))).toBe(removed);
  }
});
