import { expect, test } from 'vitest';
import { findTimeWarning } from './deviceField.ts';

const NOW = Date.UTC(2026, 0, 1);
const REGISTERED = Date.UTC(2025, 0, 1);
const record = { registeredAt: REGISTERED };

test.each([
  ['lastPairedAt', REGISTERED + 1, undefined],
  ['lastPairedAt', REGISTERED - 1, 'before registration'],
  ['lastPairedAt', NOW + 1, 'in the future'],
  ['lastPairedAt', NOW, undefined],
  ['lastPairedAt', REGISTERED / 1000, undefined],
  ['lastPairedAt', 0, undefined],
  ['lastPairedAt', null, undefined],
  ['lastPairedAt', '2025', undefined],
  ['registeredAt', REGISTERED - 1, undefined],
  ['battery', REGISTERED - 1, undefined],
] as const)('%s %s is marked as %s', (field, value, word) => {
  expect(findTimeWarning(field, value, record, NOW)?.label).toBe(word);
});

test('an invalid registration time causes no warning about other times', () => {
  for (const registeredAt of [0, null, 'x', REGISTERED / 1000]) {
    expect(findTimeWarning('lastPairedAt', REGISTERED - 1, { registeredAt }, NOW)).toBeUndefined();
  }
});
