import { expect, test } from 'vitest';
import { fetchNumberBins, fetchQueryValueCounts } from './fetchQueryValueCounts.ts';

test('bins contain the numbers of all pages, whatever number of groups the service puts on one', async () => {
  const groups = Array.from({ length: 30 }, (_, at) => ({ at, count: 2 }));
  const histogram = await fetchNumberBins({
    pipeline: [],
    path: ['n'],
    pageSize: undefined,
    signal: new AbortController().signal,
    createEdges: () => Array.from({ length: 31 }, (_, at) => at),
    fetchGroups: async ([stage], page) =>
      JSON.stringify(stage).includes('$bucket')
        ? groups.slice((page - 1) * 10, page * 10)
        : [{ min: 0, max: 29, avg: 14.5 }],
  });
  expect(histogram?.counts).toEqual(groups.map(() => 2));
});

test('values of pages of an unknown size are counted by the service', async () => {
  const counts = await fetchQueryValueCounts({
    pipeline: [],
    path: ['n'],
    pages: 1,
    pageSize: undefined,
    signal: new AbortController().signal,
    fetchGroups: async (stages) =>
      JSON.stringify(stages).includes('$sum')
        ? [{ values: 30, documents: 60 }]
        : Array.from({ length: 10 }, (_, value) => ({ value, count: 2 })),
  });
  expect(counts).toMatchObject({ documents: 60, distinct: 30, hasMore: true });
});
