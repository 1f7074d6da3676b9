import { expect, test } from 'vitest';
import { createAxisTicks } from './createAxisTicks.ts';

test.each([
  // summer time ends in between
  [
    'Europe/Zurich',
    '2026-10-23T22:00Z',
    '2026-10-26T23:00Z',
    ['10-23T22:00', '10-24T22:00', '10-25T23:00', '10-26T23:00'],
  ],
  [
    'Asia/Kathmandu',
    '2026-01-01T18:15Z',
    '2026-01-02T12:15Z',
    ['01-01T18:15', '01-02T00:15', '01-02T06:15', '01-02T12:15'],
  ],
])('ticks are midnights and round hours in %s', (zone, from, to, times) => {
  const ticks = createAxisTicks({ extent: [Date.parse(from), Date.parse(to)], axis: { zone } }, 540, 'local');
  expect(ticks.map(({ at }) => new Date(at).toISOString().slice(5, 16))).toEqual(times);
  expect(ticks[1]?.label).toMatch(/^(?:2026-10-25|06:00)$/);
});
