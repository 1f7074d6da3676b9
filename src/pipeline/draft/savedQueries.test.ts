import { describe, expect, test } from 'vitest';
import { type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import {
  addQueryRun,
  addSavedQuery,
  filterQueriesByText,
  formatSavedQueriesFile,
  parseQueryRuns,
  parseSavedQueries,
  parseSavedQueriesFile,
  parseStoredQuery,
  QUERY_RUNS_MAX,
  type QueryRun,
  type SavedQuery,
  toStoredQuery,
} from './savedQueries.ts';

const STAGE = parseOrderedJson('{"type":"match","filter":{"10":1,"9":2,"10":3}}') as OrderedJsonObject; // an object
const QUERY = { collection: 'logs', documentID: '', pipeline: [STAGE] };

const NONE: readonly SavedQuery[] = [];

function run(collection: string, at: number): QueryRun {
  return { ...toStoredQuery({ ...QUERY, collection }), at, rows: 20, more: true, ms: 5 };
}

describe('saved queries', () => {
  test('survive a round trip through a file unchanged', () => {
    const saved = addSavedQuery([], { ...toStoredQuery(QUERY), name: 'Hot', savedAt: 1 });
    const read = parseSavedQueriesFile(formatSavedQueriesFile(saved));
    expect(read).toEqual({ queries: saved, dropped: 0 });
    const [first] = read?.queries ?? [];
    expect(first && stringifyJson(parseStoredQuery(first))).toBe(stringifyJson(QUERY));
  });

  test('are replaced by one of the same name', () => {
    const first = { ...toStoredQuery(QUERY), name: 'b', savedAt: 1 };
    const saved = [first, { ...first, name: 'a' }, { ...first, savedAt: 2 }].reduce(addSavedQuery, NONE);
    expect(saved.map(({ name, savedAt }) => `${name} ${savedAt}`)).toEqual(['a 1', 'b 2']);
  });

  test('are sorted in natural order, and found by name, collection and stages, regardless of case and accents', () => {
    const named = (name: string) => ({ ...toStoredQuery(QUERY), name, savedAt: 1 });
    const saved = ['hot 10', 'Ärger', 'hot 2', 'zu'].map(named).reduce(addSavedQuery, NONE);
    expect(saved.map(({ name }) => name)).toEqual(['Ärger', 'hot 2', 'hot 10', 'zu']);
    expect(filterQueriesByText(saved, ' arg').map(({ name }) => name)).toEqual(['Ärger']);
    const all = [...saved, { ...named('All'), collection: 'tasks', pipeline: '[]' }];
    expect(['HOT', 'tasks', '"filter"', ''].map((text) => filterQueriesByText(all, text).length)).toEqual([2, 1, 4, 5]);
  });

  test('reads only valid queries without other properties, and counts the dropped ones', () => {
    const good = { ...toStoredQuery(QUERY), name: 'x', savedAt: 1 };
    const bad = [{ ...good, pipeline: '[' }, { ...good, name: ' ' }, 1];
    const list = [good, { ...good, apiKey: 'secret', name: 'y' }, ...bad];
    const read = parseSavedQueriesFile(JSON.stringify({ format: 'fleetlens-queries', version: 1, queries: list }));
    expect(read).toMatchObject({ dropped: 3 });
    expect(JSON.stringify(read)).not.toContain('secret');
    expect(parseSavedQueries('no list')).toBeUndefined();
    for (const text of ['{', '[]', '{"format":"fleetlens-queries","version":2,"queries":[]}']) {
      expect(parseSavedQueriesFile(text)).toBeUndefined();
    }
  });
});

test('the history keeps the newest runs, and a repeated query once', () => {
  let runs = addQueryRun(addQueryRun([], run('a', 1)), run('a', 2));
  expect(runs.map(({ at }) => at)).toEqual([2]);
  for (let at = 3; at < 300; at++) runs = addQueryRun(runs, run(`c${at}`, at));
  expect(runs).toHaveLength(QUERY_RUNS_MAX);
  expect(runs[0]?.at).toBe(299);
  expect(parseQueryRuns(JSON.parse(JSON.stringify(runs)))).toEqual(runs);
});
