import { expect, test } from 'vitest';
import { createChartLayout } from './chartLayout.ts';
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

test('the label of a day is below the middle of its bar, and none is at the end of the last bar', () => {
  const DAY_MS = 86_400_000;
  const days = [0, 1, 2].map((day) => Date.UTC(2026, 5, 10) + day * DAY_MS);
  const extent = [days[0] ?? 0, (days[2] ?? 0) + DAY_MS] as const;
  const bars = { xs: Float64Array.from(days), getBarEnd: (at: number) => at + DAY_MS };
  const ticks = createAxisTicks({ extent, axis: { zone: 'UTC' }, ...bars }, 700, 'utc');
  expect(ticks.map(({ at, label }) => `${label} ${new Date(at).toISOString().slice(11, 13)}`)).toEqual([
    '2026-06-10 12',
    '2026-06-11 12',
    '2026-06-12 12',
  ]);
});

test('a first label that had to move inside gives way to the next one', () => {
  const ticks = [0, 10, 50].map((at) => ({ at, label: `2026-06-${10 + at}` }));
  const layout = createChartLayout({
    xs: new Float64Array(),
    lines: [],
    width: 700,
    panelHeight: 130,
    ticks,
    extent: [0, 100],
  });
  expect(layout.ticks.map(({ at }) => at)).toEqual([10, 50]);
});
