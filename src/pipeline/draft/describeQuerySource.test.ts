import { expect, test } from 'vitest';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { describeQuerySource } from './describeQuerySource.ts';

test('names the conditions and the times of a run', () => {
  const at = Date.parse('2026-07-02T10:00:00Z');
  const text = `[
    {"type":"range","time":{"field":"time","unit":"ms","zone":"Europe/Zurich","last":"today"}},
    {"type":"match","filter":{"level":"error"}},
    {"type":"range","time":{"field":"at","unit":"ms","zone":"utc","from":0}}
  ]`;
  const pipeline = parseOrderedJson(text) as readonly OrderedJsonObject[]; // a list of objects
  expect(describeQuerySource({ collection: 'logs', documentID: '', pipeline }, at)).toEqual([
    'Collection logs',
    'time from 2026-07-02 00:00:00 +02:00 to 2026-07-02 12:00:00 +02:00',
    'keep where level is "error"',
    'at from 1970-01-01 00:00:00Z',
  ]);
});
