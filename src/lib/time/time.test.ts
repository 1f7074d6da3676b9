import { describe, expect, test } from 'vitest';
import { formatElapsedTime, formatTime, isLikelySeconds, isNeverTimestamp } from './time.ts';

const MAY = Date.UTC(2026, 4, 4, 10, 4, 31);

test('a missing time, null and 0 are never, and other values are not', () => {
  expect([undefined, null, 0, 1, -1, '', false].filter(isNeverTimestamp)).toEqual([undefined, null, 0]);
});

describe('formatTime', () => {
  test('writes UTC and epoch, and no text for a number that is no date', () => {
    expect(formatTime(MAY, 'utc', 0)).toBe('2026-05-04 10:04:31Z');
    expect(formatTime(MAY, 'epoch', 0)).toBe('1777889071000');
    for (const time of [8.64e15 + 1, -1e300, NaN, Infinity]) expect(formatTime(time, 'local', MAY)).toBeUndefined();
  });

  test.each([
    [0, 'now'],
    [-999, 'now'],
    [-61_000, '61 seconds ago'],
    [-121_000, '2 minutes ago'],
    [-47 * 3_600_000, '47 hours ago'],
    [-548 * 86_400_000, '18 months ago'],
    [-580 * 86_400_000, '19 months ago'],
    [-3 * 86_400_000, '3 days ago'],
    [5 * 3_600_000, 'in 5 hours'],
    [-800 * 86_400_000, '26 months ago'],
    [-1500 * 86_400_000, '4 years ago'],
  ])('%d ms away is %s', (distance, text) => {
    expect(formatTime(MAY + distance, 'relative', MAY)).toBe(text);
  });
});

test('recognizes seconds by their plausible range', () => {
  expect(isLikelySeconds(MAY / 1000)).toBe(true);
  expect(isLikelySeconds(MAY)).toBe(false);
  expect(isLikelySeconds(1)).toBe(false);
});

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [45_000, '45 s'],
  [300_000, '5 min 0 s'],
  [7_380_000, '2 h 3 min'],
  [273_600_000, '3 d 4 h'],
])('formats %d ms as %s', (ms, words) => {
  expect(formatElapsedTime(ms)).toBe(words);
});
