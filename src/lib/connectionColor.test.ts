import { expect, test } from 'vitest';
import { CONNECTION_COLORS, pickUnusedColor } from './connectionColor.ts';

test('a new thing gets a colour of its own for as long as there is one', () => {
  expect(pickUnusedColor([])).toBe('teal');
  expect(pickUnusedColor(['teal', 'ochre'])).toBe('plum');
  expect(pickUnusedColor(CONNECTION_COLORS)).toBe('teal');
  expect(pickUnusedColor([...CONNECTION_COLORS, 'teal', 'plum'])).toBe('ochre');
});
