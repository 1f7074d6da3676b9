import { describe, expect, test } from 'vitest';
import { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { createDocumentRows, createFieldBars, createGroupBars } from './tileContent.ts';

const link = { page: 'devices' as const, state: DEFAULT_DEVICES_STATE };

describe('bars of a field', () => {
  const counts = [
    { value: 'A', count: 6 },
    { value: '', count: 3 },
    { value: 'B', count: 1 },
  ];

  test('have the share of their sum, links, and a row for the others', () => {
    expect(createFieldBars(counts, { link, by: 'productID', top: 2, totals: undefined })).toEqual({
      kind: 'bars',
      bars: [
        { id: 'A', label: 'A', value: 6, share: 60, link: '/devices#is.productID=A' },
        { id: '', label: 'none', value: 3, share: 30, link: '/devices#is.productID=' },
      ],
      others: { count: 1, value: 1 },
    });
  });

  test('have the share of their own total', () => {
    const totals = [
      { value: 'B', count: 4 },
      { value: 'A', count: 8 },
    ];
    const { bars, others } = createFieldBars(counts, { link, by: 'productID', top: 10, totals });
    expect(bars.map(({ share }) => share)).toEqual([75, undefined, 25]);
    expect(others).toBeUndefined();
  });
});

describe('bars of groups', () => {
  const stages = '[{"type":"group","condition":{"d":"$deviceID"},"fields":{"n":{"$count":{}},"mean":{"$avg":"$t"}}}]';
  const pipeline = (parseOrderedJson(stages) as OrderedJsonObject[]).filter(
    (stage) => stage instanceof OrderedJsonObject,
  );
  const grouping = findResultGrouping(pipeline);
  const state = { collection: 'logs', documentID: '', pipeline, page: 1, view: 'table' as const };
  const documents = [
    { d: 'A', n: 1, mean: 20 },
    { d: 'B', n: 3, mean: null },
    { n: 4, mean: -30 },
  ];
  const create = (name: string, isWhole = true) => {
    const bar = grouping?.values.find((value) => value.name === name);
    if (!grouping || !bar) throw new Error('The pipeline has groups.');
    return createGroupBars({ documents, isWhole }, { state, grouping, bar, top: 2, hasOperators: true });
  };

  test('are the longest first, with links to their documents', () => {
    const { bars, others } = create('n');
    expect(bars).toMatchObject([
      { label: 'missing', value: 4, share: 50 },
      { label: 'B', value: 3, share: 37.5 },
    ]);
    expect(decodeURIComponent(bars[1]?.link ?? '')).toContain('pipeline=[{"type":"match","filter":{"deviceID":"B"}}]');
    expect(others).toEqual({ count: 1, value: 1 });
  });

  test('of values that look alike have labels and IDs of their own', () => {
    const [bar] = grouping?.values ?? [];
    if (!grouping || !bar) throw new Error('The pipeline has groups.');
    const levels = ['25', 25, null, 'null', true, 'true', 'missing', 'empty', '', 'error'];
    const alike = [{ n: 1 }, ...levels.map((d) => ({ d, n: 1 }))];
    const { bars } = createGroupBars(
      { documents: alike, isWhole: true },
      { state, grouping, bar, top: 20, hasOperators: true },
    );
    expect(bars.map(({ label }) => label)).toEqual([
      'missing',
      '"25"',
      '25',
      'null',
      '"null"',
      'true',
      '"true"',
      '"missing"',
      '"empty"',
      'empty',
      '"error"',
    ]);
    expect(new Set(bars.map(({ id }) => id)).size).toBe(bars.length);
  });

  test('have no share of means, and none while groups are missing', () => {
    const means = create('mean');
    expect(means.bars.map(({ value, share }) => [value, share])).toEqual([
      [20, undefined],
      [-30, undefined],
    ]);
    const partial = create('n', false);
    expect(partial.bars[0]?.share).toBeUndefined();
    // nor a number of the others
    expect(partial.others).toEqual({ count: undefined, value: undefined });
  });
});

test('rows have the columns and the order of their link', () => {
  const documents = [
    { a: 1, b: 'x', c: true },
    { a: 2, b: 'y', c: false },
  ];
  const state = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' as const };
  const rows = createDocumentRows(
    documents,
    { ...state, columns: ['b', 'a'], hidden: ['c'], sort: [{ key: 'a', descending: true }] },
    1,
  );
  expect(rows.columns.map(({ label }) => label)).toEqual(['b', 'a']);
  expect(rows.rows).toEqual([['y', 2]]);
});
