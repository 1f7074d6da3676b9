import { expect, test } from 'vitest';
import {
  escapeInvisibleInJson,
  hasInvisible,
  hasInvisibleOrPadding,
  splitInvisible,
  splitInvisibleAndPadding,
  toVisibleText,
} from './invisible.ts';

const format = (parts: ReturnType<typeof splitInvisible>) =>
  parts.map(({ text, invisible }) => (invisible ? `[${text}]` : text)).join('');

test('shows invisible characters as code points', () => {
  expect(format(splitInvisible('a\u202egnp.exe\u0000'))).toBe('a[U+202E]gnp.exe[U+0000]');
});

test.each(['plain', 'two\nlines\tand a tab', '👩‍👩‍👧‍👦', 'مرحبا', 'نمی‌خواهم', ''])('leaves %j unchanged', (text) => {
  expect(hasInvisible(text)).toBe(false);
  expect(splitInvisible(text)).toEqual(text ? [{ text, invisible: false }] : []);
});

test('shows leading and trailing white space, but not white space within', () => {
  expect(format(splitInvisibleAndPadding(' h 1\t'))).toBe('[U+0020]h 1[U+0009]');
  expect(format(splitInvisibleAndPadding('  '))).toBe('[U+0020][U+0020]');
  expect([' h1', 'h1 ', 'h 1'].map(hasInvisibleOrPadding)).toEqual([true, true, false]);
});

test('plain text shows hidden characters as code points, and isolates right-to-left text', () => {
  expect(toVisibleText(' h1')).toBe('[U+0020]h1');
  expect(toVisibleText('a\u202eb')).toBe('a[U+202E]b');
  expect(toVisibleText('plain two words')).toBe('plain two words');
  expect(toVisibleText('نص')).toBe('\u2068نص\u2069');
});

test('escaped JSON has the same value', () => {
  const value = { 'na\u202eme': 'zero\u200bwidth \u0000 \u2028 👩‍👧' };
  const escaped = escapeInvisibleInJson(JSON.stringify(value));
  expect(hasInvisible(escaped)).toBe(false);
  expect(JSON.parse(escaped)).toEqual(value);
});
