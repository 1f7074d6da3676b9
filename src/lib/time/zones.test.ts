import { expect, test } from 'vitest';
import { createZonedTimeFormat, getLocalZoneName, getStartOfDayInZone, isZoneName } from './zones.ts';

test.each([
  ['Europe/Zurich', '2026-01-02T12:30:00Z', 0, '2026-01-01T23:00:00.000Z'],
  ['Europe/Zurich', '2026-01-01T23:30:00Z', -1, '2025-12-31T23:00:00.000Z'],
  // the days on which clocks change, and the day after
  ['Europe/Zurich', '2026-03-29T20:00:00Z', 0, '2026-03-28T23:00:00.000Z'],
  ['Europe/Zurich', '2026-03-30T20:00:00Z', -1, '2026-03-28T23:00:00.000Z'],
  ['Europe/Zurich', '2026-10-26T20:00:00Z', -1, '2026-10-24T22:00:00.000Z'],
  // midnight is skipped: the day begins at one
  ['America/Santiago', '2026-09-06T20:00:00Z', 0, '2026-09-06T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-02T18:30:00Z', 0, '2026-01-02T18:15:00.000Z'],
  ['-03:30', '2026-01-02T03:15:00Z', 0, '2026-01-01T03:30:00.000Z'],
  ['UTC', '2026-01-02T12:30:00Z', 0, '2026-01-02T00:00:00.000Z'],
])('start of day in %s at %s, %i days later', (zone, at, days, start) => {
  expect(new Date(getStartOfDayInZone(Date.parse(at), zone, days)).toISOString()).toBe(start);
});

test('start of day in the local zone agrees with Date', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
    expect(getStartOfDayInZone(at, getLocalZoneName(), 0)).toBe(new Date(at).setHours(0, 0, 0, 0));
  }
});

test('accepts only time zone names and UTC offsets', () => {
  const names = ['Europe/Zurich', 'UTC', 'utc', '+00:00', '-0330', '+24', 'Mars/Olympus', '', 3].filter(isZoneName);
  expect(names).toEqual(['Europe/Zurich', 'UTC', 'utc', '+00:00', '-0330']);
});

test.each([
  ['Europe/Zurich', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00 +02:00'],
  ['Europe/Zurich', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00 +01:00'],
  ['America/St_Johns', '2026-01-02T03:00:00Z', '2026-01-01 23:30:00 -03:30'],
  ['UTC', '2026-01-02T03:00:00Z', '2026-01-02 03:00:00Z'],
])('in %s, %s is %s', (zone, at, text) => {
  const format = createZonedTimeFormat(zone);
  expect(format(Date.parse(at), 'local', 0)).toBe(text);
  expect(format(Date.parse(at), 'epoch', 0)).toBe(String(Date.parse(at)));
});
