import { expect, test } from 'vitest';
import { createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { computeNumberHistogram, summarizeNumbers } from './summarizeNumbers.ts';

test('counts numbers separately from missing values and other types', () => {
  const values = [20, 0, 36.5, 'low', null, true, -7.25, 20];
  const fleet = createFleetOf([...values.map((battery) => ({ battery })), {}]);
  const rows = { count: fleet.count, at: (place: number) => place };
  const [range, counts] = [
    { min: -7.25, max: 36.5 },
    { numbers: 5, missing: 2, others: 2 },
  ];
  const summary = runSteps(summarizeNumbers({ fleet, field: 'battery', rows }));
  expect(summary).toEqual({ ...range, typicalMin: -7.25, typicalMax: 36.5, decimals: 2, ...counts });
  const edges = [Number.NEGATIVE_INFINITY, 0, 20, 36.5, Number.POSITIVE_INFINITY];
  expect([...runSteps(computeNumberHistogram({ fleet, field: 'battery', rows }, edges))]).toEqual([1, 1, 2, 1]);
  const none = { min: undefined, numbers: 0, missing: 9 };
  expect(runSteps(summarizeNumbers({ fleet, field: 'lost', rows }))).toMatchObject(none);
});

test('outliers are outside the usual range', () => {
  const numbers = [...Array.from({ length: 1000 }, (_, index) => index % 100), 1e9, -1e9];
  const fleet = createFleetOf(numbers.map((battery) => ({ battery })));
  const rows = { count: fleet.count, at: (place: number) => place };
  const span = runSteps(summarizeNumbers({ fleet, field: 'battery', rows }));
  expect([span.min, span.max]).toEqual([-1e9, 1e9]);
  expect(span.typicalMin).toBeGreaterThanOrEqual(0);
  expect(span.typicalMax).toBeLessThan(100);
});
