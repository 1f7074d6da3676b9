import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { findTimeField, NO_OBSERVED_FIELDS, observeDocumentFields } from './observedFields.ts';

const NOW = Date.UTC(2026, 0);
const TEXT = new Date(NOW).toISOString();

const CASES: readonly (readonly [reason: string, expected: string | undefined, create: (n: number) => JsonObject])[] = [
  ['the most complete field', 'logged', (n) => ({ ...(n < 3 && { time: NOW }), logged: TEXT })],
  ['the most complete field, nulls apart', 'logged', (n) => ({ time: n < 3 ? NOW : null, logged: TEXT })],
  ['numbers before texts', 'logged', () => ({ time: TEXT, logged: NOW })],
  ['a usual name', 'loggedAt', () => ({ logged: NOW, loggedAt: NOW })],
  ['the most usual name', 'time', () => ({ loggedAt: NOW, time: NOW })],
  ['a field of numbers and texts', 'logged', (n) => ({ logged: n % 2 ? NOW : TEXT, ...(n < 9 && { time: NOW }) })],
  ['a field with a value that is no time', 'logged', (n) => ({ logged: n ? NOW : 'unknown' })],
  ['no field of other values', undefined, (n) => ({ note: n ? 'unknown' : TEXT })],
];

test.each(CASES)('the time of documents is %s', (_reason, expected, create) => {
  const documents = Array.from({ length: 10 }, (_, n) => create(n));
  const observed = observeDocumentFields(NO_OBSERVED_FIELDS, documents, true);
  expect(findTimeField(observed)?.name).toBe(expected);
});

test('a field of numbers and texts cannot be compared by a query', () => {
  const observed = observeDocumentFields(NO_OBSERVED_FIELDS, [{ time: NOW, at: NOW }, { time: TEXT }], true);
  expect(findTimeField(observed, 'compared')?.name).toBe('at');
});
