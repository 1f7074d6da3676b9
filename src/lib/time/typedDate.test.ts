import { expect, test } from 'vitest';
import { getMondayBasedWeekday, normalizeTypedDate, shiftIsoDate } from './typedDate.ts';

test.each([
  ['2026-01-31', '2026-01-31'],
  ['20260131', '2026-01-31'],
  ['2026-1-3', undefined],
  ['2026-1-31', undefined],
  ['0202-11-16', undefined],
  ['2026-02-30', undefined],
  ['2024-02-29', '2024-02-29'],
  ['2026-13-01', undefined],
  ['2026-01-31 12:00', undefined],
  ['31.01.2026', undefined],
  ['', undefined],
])('parses %j while typing as %j', (text, expected) => {
  expect(normalizeTypedDate(text, { withTime: false, finished: false })).toBe(expected);
});

test.each([
  ['2026-1-3', '2026-01-03T00:00:00'],
  ['2026-01-31 9:05', '2026-01-31T09:05:00'],
  ['2026-01-31T12:04:31', '2026-01-31T12:04:31'],
  ['2026-01-31 24:00', undefined],
  ['2026-01', undefined],
])('parses %j on blur as %j, with a time', (text, expected) => {
  expect(normalizeTypedDate(text, { withTime: true, finished: true })).toBe(expected);
});

test('a time requires its minutes', () => {
  const typed = (text: string) => normalizeTypedDate(text, { withTime: true, finished: false });
  expect(['2026-01-31', '2026-01-31 12:'].map(typed)).toEqual([undefined, undefined]);
  expect(typed('2026-01-31 12:04')).toBe('2026-01-31T12:04:00');
});

test('shifts days across months and years', () => {
  expect(shiftIsoDate('2025-12-31', { days: 1 })).toBe('2026-01-01');
  expect(shiftIsoDate('2026-03-31', { months: -1 })).toBe('2026-02-28');
  expect(shiftIsoDate('2024-02-29', { months: 12 })).toBe('2025-02-28');
  expect(shiftIsoDate('2026-01-01', { days: -7 })).toBe('2025-12-25');
  expect(getMondayBasedWeekday('2026-01-01')).toBe(3);
});
