import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeBins, createTimeTicks, formatBinEnd, formatBinLabel } from './timeBins.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['2024-01-15T10:00Z', '2026-01-01T12:00Z', 'per month', 25, '2024-01', '2026-01'],
  ['2025-12-01T10:00Z', '2026-01-01T12:00Z', 'per day', 32, '2025-12-01', '2026-01-01'],
  ['2025-10-01T10:00Z', '2026-01-01T12:00Z', 'per week', 14, '2025-09-29', '2026-01-04'],
  ['2026-01-01T10:00Z', '2026-01-01T12:00Z', 'per 5 minutes', 25, '2026-01-01 10:00', '2026-01-01 12:05'],
  ['2026-01-01T10:07Z', '2026-01-01T10:07Z', 'per minute', 1, '2026-01-01 10:07', '2026-01-01 10:08'],
  ['2001-05-05T00:00Z', '2026-01-01T00:00Z', 'per year', 26, '2001', '2026'],
  ['2001-05-05T00:00Z', '2999-01-01T00:00Z', 'per 100 years', 10, '2000', '2999'],
])('bins from %s to %s are %s', (earliest, latest, unit, bars, first, end) => {
  const scale = createTimeBins(at(earliest), at(latest), 'utc');
  const last = scale.edges.length - 2;
  expect([scale.unit, last + 1, formatBinLabel(scale, 0), formatBinEnd(scale, last)]).toEqual([unit, bars, first, end]);
});

for (const zone of ['utc', 'local'] as const) {
  test(`edges ascend, include both times and are few, in ${zone} time`, () => {
    const time = fc.integer({ min: 946_684_800_000, max: 8.64e15 });
    fc.assert(
      fc.property(time, time, (a, b) => {
        const [earliest, latest] = [Math.min(a, b), Math.max(a, b)];
        const scale = createTimeBins(earliest, latest, zone);
        const { edges } = scale;
        expect(edges.length).toBeLessThanOrEqual(41);
        expect(edges[0]).toBeLessThanOrEqual(earliest);
        expect(edges.at(-1)).toBeGreaterThan(latest);
        expect([...edges].sort((one, other) => one - other)).toEqual(edges);
        expect(new Set(edges).size).toBe(edges.length);
        expect(edges[1]).toBeGreaterThan(earliest);
        expect(edges.at(-2)).toBeLessThanOrEqual(latest);
      }),
    );
  });
}

test.each<[string, string, string[], number?]>([
  ['2026-01-01T00:00:03Z', '2026-01-01T00:00:41Z', ['01-01 00:00:15', '00:00:30']],
  ['2025-12-31T12:10Z', '2026-01-01T12:10Z', ['12-31 18:00', '01-01 00:00', '06:00', '12:00']],
  ['2025-12-30T00:00Z', '2026-01-03T00:00Z', ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03']],
  ['2025-10-01T10:00Z', '2026-01-01T12:00Z', ['2025-11', '2025-12', '2026-01']],
  ['2024-01-01T19:51Z', '2026-01-01T12:00Z', ['2024-07', '2025-01', '2025-07', '2026-01']],
  ['2001-05-05T00:00Z', '2026-01-01T00:00Z', ['2010', '2020']],
  ['2026-01-29T00:00Z', '2026-02-06T00:00Z', ['2026-01-29', '2026-01-31', '2026-02-02', '2026-02-04', '2026-02-06'], 5],
  ['2026-01-01T00:00:00.200Z', '2026-01-01T00:00:00.900Z', ['2026-01-01 00:00:00']],
])('ticks from %s to %s are round times', (from, to, labels, count = 4) => {
  expect(createTimeTicks(at(from), at(to), count, 'utc').map(({ label }) => label)).toEqual(labels);
});
