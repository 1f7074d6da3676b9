import { expect, test } from 'vitest';
import { escapeInvisible, hasInvisible, piecesOf } from './invisible.ts';

test('what draws nothing is named by its code point', () => {
  expect(piecesOf('a\u202egnp.exe\u0000')).toEqual([
    { text: 'a', invisible: false },
    { text: 'U+202E', invisible: true },
    { text: 'gnp.exe', invisible: false },
    { text: 'U+0000', invisible: true },
  ]);
});

test.each(['plain', 'two\nlines\tand a tab', '👩‍👩‍👧‍👦', 'مرحبا', 'نمی‌خواهم', ''])('%j stays as it is', (text) => {
  expect(hasInvisible(text)).toBe(false);
  expect(piecesOf(text)).toEqual(text ? [{ text, invisible: false }] : []);
});

test('JSON with escapes says the same', () => {
  const value = { 'na\u202eme': 'zero\u200bwidth \u0000 \u2028 👩‍👧' };
  const escaped = escapeInvisible(JSON.stringify(value));
  expect(hasInvisible(escaped)).toBe(false);
  expect(JSON.parse(escaped)).toEqual(value);
});
