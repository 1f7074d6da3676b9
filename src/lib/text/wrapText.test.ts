import { expect, test } from 'vitest';
import { wrapText } from './wrapText.ts';

test.each([
  ['where level is error', 12, ['where level', 'is error']],
  ['a longestword b', 5, ['a', 'longe', 'stwor', 'd b']],
  ['', 5, []],
])('wraps %j after %i characters', (text, length, lines) => {
  expect(wrapText(text, length)).toEqual(lines);
});
