import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { lintCondition } from '#pipeline/documents/lintCondition.ts';
import {
  describeFieldTypes,
  findObservedField,
  NO_OBSERVED_FIELDS,
  type ObservedFields,
  observeDocumentFields,
} from '#pipeline/documents/observedFields.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import type { ConditionOperator } from '#pipeline/draft/operators.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { createMatchCondition, type MatchCondition } from '#pipeline/draft/stages/match.ts';
import { createStageBase } from '#pipeline/draft/stages/stageBase.ts';
import { toTimeValueDraft, type ValueDraft } from '#pipeline/draft/valueDraft.ts';
import { countRows } from './countRows.ts';
import { EMPTY_RESULT_REQUESTS_MAX, explainEmptyResult, type QueryRunner } from './explainEmptyResult.ts';

const { signal } = new AbortController();

function seen(...documents: unknown[]): ObservedFields {
  return observeDocumentFields(NO_OBSERVED_FIELDS, documents as JsonObject[], true);
}

function condition(field: string, operator: ConditionOperator, value: ValueDraft): MatchCondition {
  return { ...createMatchCondition(field, value), operator };
}

describe('row count', () => {
  const ask = (rows: number, page: number, size = 20) => ({
    rows: Math.max(0, Math.min(size, rows - (page - 1) * size)),
  });

  test('is exact within 2·log2(pages) + 2 requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom(1, 20, 500), async (rows, size) => {
        const fetchRowCount = async (page: number) => ask(rows, page, size);
        const count = await countRows({ fetchRowCount, firstPageRows: Math.min(size, rows), signal });
        expect(count).toMatchObject({ rows, changed: false });
        expect(count.requests).toBeLessThanOrEqual(2 * Math.log2(Math.ceil(rows / size)) + 2);
      }),
    );
  });

  test('ends with an error where each page has rows', async () => {
    let requests = 0;
    const fetchRowCount = async () => {
      if (++requests > 100) throw new Error('does not end');
      return { rows: 20 };
    };
    await expect(countRows({ fetchRowCount, firstPageRows: 20, signal })).rejects.toThrow(/ignore the page number/);
  });

  test('starts at the shown page, and includes the request for the first page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 21, max: 200_000 }), fc.nat(), async (rows, any) => {
        const pages = Math.ceil(rows / 20);
        const page = 2 + (any % (pages - 1));
        const asked: number[] = [];
        const fetchRowCount = async (at: number) => {
          asked.push(at);
          return ask(rows, at);
        };
        const knownPage = { page, ...ask(rows, page) };
        const count = await countRows({ fetchRowCount, firstPageRows: 20, requestsBefore: 1, knownPage, signal });
        expect(count).toMatchObject({ rows, changed: false, requests: asked.length + 1 });
        expect(count.requests).toBeLessThanOrEqual(2 * Math.log2(pages) + 2);
        expect(Math.min(...asked)).toBeGreaterThanOrEqual(page);
      }),
    );
  });

  test('stops at a total given by the service', async () => {
    const fetchRowCount = async () => ({ rows: 20, total: 1234 });
    const count = await countRows({ fetchRowCount, firstPageRows: 20, signal });
    expect(count).toEqual({ rows: 1234, requests: 1, changed: false });
  });

  test('reports progress, and that rows changed meanwhile', async () => {
    let rows = 95;
    const told: string[] = [];
    const onProgress = ({ min, max }: { min: number; max: number | undefined }) => told.push(`${min}–${max}`);
    const fetchRowCount = async (page: number) => ask(rows++, page);
    const count = await countRows({ fetchRowCount, firstPageRows: 20, signal, onProgress });
    expect([count.changed, told.at(0), told.at(-1)]).toEqual([true, '40–undefined', '99–100']);
  });

  test('stops when canceled', async () => {
    const controller = new AbortController();
    const ask = async () => {
      controller.abort();
      return { rows: 20 };
    };
    await expect(countRows({ fetchRowCount: ask, firstPageRows: 20, signal: controller.signal })).rejects.toThrow();
  });
});

describe('known fields', () => {
  test('are counted by type, including nested fields', () => {
    const fields = seen(
      { documentID: 'a', t: 1_767_120_487_000, at: '2026-01-01T10:00:00Z', gps: { lat: 1.5 }, n: null },
      { documentID: 'b', t: 1_767_120_488_000, at: '2026-01-02', gps: { lat: '1' }, n: 3 },
    ).fields;
    expect([...fields.keys()]).toEqual(['documentID', 't', 'at', 'gps', 'gps.lat', 'n']);
    const words = [...fields.values()].map((field) => describeFieldTypes(field));
    expect(words.slice(1, 3)).toEqual(['epoch ms', 'ISO time']);
    expect(words.slice(4)).toEqual(['number, 1 text', 'null, 1 number']);
  });

  test('a field with one value that is not a time is not a time field', () => {
    const time = (...values: unknown[]) => seen(...values.map((t) => ({ t }))).fields.get('t')?.time;
    const [s, ms] = [1_767_120_487, 1_767_120_487_000];
    expect([time(s), time(null, s, null)]).toEqual(['s', 's']);
    expect([time(ms, 5), time(5, ms), time(ms, s)]).toEqual([undefined, undefined, undefined]);
  });

  test('incomplete documents do not lower the share of a field', () => {
    const whole = seen({ a: 1, b: 1 });
    const some = observeDocumentFields(whole, [{ a: 2 }], false);
    expect(some.documents).toBe(1);
    expect([some.fields.get('a')?.count, some.fields.get('b')?.count]).toEqual([1, 1]);
  });

  test('limits the number of fields, and accepts __proto__ as a name', () => {
    const wide = parseJson(`{"__proto__":{"a":1},${Array.from({ length: 900 }, (_, index) => `"f${index}":0`)}}`);
    const { fields } = seen(wide);
    expect(fields.size).toBe(500);
    expect(fields.has('__proto__.a')).toBe(true);
  });

  test('counts names with a dot, with $ and without characters separately from fields that can be queried', () => {
    const all = seen({ 'a.b': 1, a: { b: 'x' }, $cost: 2, '': 3 }, { a: { b: 'y' } });
    const { fields, unaskable } = all;
    const counts = [...fields.values(), ...unaskable.values()].map(({ name, count }) => `${name} ${count}`);
    expect(counts).toEqual(['a 2', 'a.b 2', '"a.b" 1', '$cost 1', '(no name) 1']);
    expect([...(findObservedField(all, ['a.b'])?.types.keys() ?? [])]).toEqual(['number']);
    expect([...(findObservedField(all, ['a', 'b'])?.types.keys() ?? [])]).toEqual(['text']);
  });

  test('formats a time like the data', () => {
    const time = Date.UTC(2026, 0, 1);
    expect(toTimeValueDraft(time, 'ms')).toEqual({ type: 'number', text: '1767225600000' });
    expect(toTimeValueDraft(time, 's')).toEqual({ type: 'number', text: '1767225600' });
    expect(toTimeValueDraft(time, 'iso')).toEqual({ type: 'text', text: '2026-01-01T00:00:00.000Z' });
  });
});

describe('type warning', () => {
  const fields = seen(...Array.from({ length: 160 }, (_, at) => ({ signal: at === 0 ? null : -at, id: `${at}` })));

  test('reports a value of a type not seen in the field, with a fix', () => {
    expect(lintCondition(condition('signal', 'atLeast', { type: 'text', text: '-90' }), fields)).toEqual({
      message: 'number in 159 of 160 loaded documents, text here',
      type: 'number',
      fix: { type: 'number', text: '-90' },
    });
    expect(lintCondition(condition('id', 'in', { type: 'number', text: '1, 2' }), fields)?.fix.type).toBe('text');
  });

  test('reports nothing for a usual, unknown or unfixable value', () => {
    const text = { type: 'text', text: '-90' } as const;
    const usual = [
      { type: 'number', text: '-90' },
      { type: 'text', text: 'low' },
      { type: 'null', text: '' },
    ] as const;
    for (const value of usual) expect(lintCondition(condition('signal', 'is', value), fields)).toBeUndefined();
    expect(lintCondition(condition('unknown', 'is', text), fields)).toBeUndefined();
    expect(lintCondition(condition('signal', 'is', text), seen({ signal: 1 }))).toBeUndefined();
  });
});

describe('explanation of no results', () => {
  const number = (text: string) => ({ type: 'number', text }) as const;
  const draft = (...conditions: MatchCondition[]): QueryDraft => ({
    collection: 'logs',
    documentID: '',
    stages: [{ ...createStageBase(), kind: 'match', conditions }],
  });
  const service =
    (passes: (filter: string) => boolean, asked: string[] = []): QueryRunner =>
    async (query) => {
      const filter = JSON.stringify(query.pipeline);
      asked.push(filter);
      return passes(filter) ? { rows: 20, more: true } : { rows: 0, more: false };
    };

  test('finds a value of the wrong type', async () => {
    const temperature = condition('temperature', 'is', { type: 'text', text: '31.4' });
    const passes = (filter: string) => !filter.includes('"31.4"');
    const both = draft(temperature, condition('a', 'is', number('1')));
    const why = await explainEmptyResult(both, service(passes), signal);
    expect(why.attempts[0]).toMatchObject({ kind: 'type', type: 'number', rows: 20, more: true });
    const mended = why.attempts[0] && compileDraft(why.attempts[0].draft);
    expect(JSON.stringify(mended)).toContain('["temperature",31.4]');
    expect(why).toMatchObject({ isCollectionEmpty: false, isTruncated: false, requests: 5 });
  });

  test('finds the failing condition', async () => {
    const both = draft(...['a', 'b'].map((field) => condition(field, 'is', { type: 'text', text: 'x' })));
    const passes = (filter: string) => !filter.includes('"b"');
    const { attempts } = await explainEmptyResult(both, service(passes), signal);
    const found = attempts.map(({ condition: at, kind, rows }) => `${at?.field} ${kind} ${rows}`);
    expect(found).toEqual(['b without 20', 'a without 0']);
  });

  test('detects an empty collection with one request', async () => {
    const none = service(() => false);
    const why = await explainEmptyResult(draft(condition('a', 'is', number('1'))), none, signal);
    expect(why).toEqual({ isCollectionEmpty: true, attempts: [], requests: 1, isTruncated: false });
  });

  test('limits the number of requests', async () => {
    const many = draft(...Array.from({ length: 100 }, (_, index) => condition(`f${index}`, 'is', number('1'))));
    const asked: string[] = [];
    const passes = (filter: string) => filter === '[]';
    const why = await explainEmptyResult(many, service(passes, asked), signal);
    expect(asked).toHaveLength(EMPTY_RESULT_REQUESTS_MAX);
    expect(why).toMatchObject({ isTruncated: true, requests: EMPTY_RESULT_REQUESTS_MAX });
  });
});
