import { describe, expect, test } from 'vitest';
import { OrderedObject, stringifyJson } from '#lib/json/json.ts';
import {
  keptQuery,
  matching,
  type PastRun,
  queryOf,
  RUNS_MAX,
  readRuns,
  readSaved,
  readSavedFile,
  type SavedQuery,
  savedFile,
  withRun,
  withSaved,
} from './savedQueries.ts';

const STAGE = new OrderedObject([
  ['type', 'match'],
  [
    'filter',
    new OrderedObject([
      ['10', 1],
      ['9', 2],
      ['10', 3],
    ]),
  ],
]);
const QUERY = { collection: 'logs', documentID: '', pipeline: [STAGE] };

function run(collection: string, at: number): PastRun {
  return { ...keptQuery({ ...QUERY, collection }), at, rows: 20, more: true, ms: 5 };
}

describe('saved queries', () => {
  test('keep every stage as it was written, through a file too', () => {
    const saved = withSaved([], { ...keptQuery(QUERY), name: 'Hot', savedAt: 1 });
    const read = readSavedFile(savedFile(saved));
    expect(read).toEqual({ queries: saved, dropped: 0 });
    const [first] = read?.queries ?? [];
    expect(first && stringifyJson(queryOf(first))).toBe(stringifyJson(QUERY));
  });

  test('one of the same name is replaced', () => {
    const first = { ...keptQuery(QUERY), name: 'b', savedAt: 1 };
    const saved = withSaved(withSaved(withSaved([], first), { ...first, name: 'a' }), { ...first, savedAt: 2 });
    expect(saved.map(({ name, savedAt }) => [name, savedAt])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  test('stand as people read their names, and are found whatever their case and accents', () => {
    const named = (name: string) => ({ ...keptQuery(QUERY), name, savedAt: 1 });
    const saved = ['hot 10', 'Ärger', 'hot 2', 'zu'].map(named).reduce(withSaved, [] as readonly SavedQuery[]);
    expect(saved.map(({ name }) => name)).toEqual(['Ärger', 'hot 2', 'hot 10', 'zu']);
    expect(matching(saved, ' arg').map(({ name }) => name)).toEqual(['Ärger']);
  });

  test('what is no query is dropped and counted, and nothing else is taken over', () => {
    const good = { ...keptQuery(QUERY), name: 'x', savedAt: 1 };
    const list = [
      good,
      { ...good, apiKey: 'secret', name: 'y' },
      { ...good, pipeline: '[' },
      { ...good, name: ' ' },
      1,
    ];
    const read = readSavedFile(JSON.stringify({ format: 'fleetlens-queries', version: 1, queries: list }));
    expect(read).toMatchObject({ dropped: 3 });
    expect(JSON.stringify(read)).not.toContain('secret');
    expect(readSaved('no list')).toEqual([]);
    for (const text of ['{', '[]', '{"format":"fleetlens-queries","version":2,"queries":[]}']) {
      expect(readSavedFile(text)).toBeUndefined();
    }
  });

  test('are found by name, collection and stages', () => {
    const saved = [
      { ...keptQuery(QUERY), name: 'Hot' },
      { ...keptQuery({ ...QUERY, collection: 'tasks', pipeline: [] }), name: 'All' },
    ];
    expect(matching(saved, 'HOT')).toHaveLength(1);
    expect(matching(saved, 'tasks')).toHaveLength(1);
    expect(matching(saved, '"filter"')).toHaveLength(1);
    expect(matching(saved, '')).toHaveLength(2);
  });
});

test('history keeps the newest runs, one query run again once', () => {
  let runs = withRun(withRun([], run('a', 1)), run('a', 2));
  expect(runs.map(({ at }) => at)).toEqual([2]);
  for (let at = 3; at < 300; at++) runs = withRun(runs, run(`c${at}`, at));
  expect(runs).toHaveLength(RUNS_MAX);
  expect(runs[0]?.at).toBe(299);
  expect(readRuns(JSON.parse(JSON.stringify(runs)))).toEqual(runs);
});
