import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stage } from '#contract/pipeline.ts';
import { compile, draftOf, type QueryDraft } from './queryDraft.ts';

const field = fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== '__proto__');
const match = fc.record({ type: fc.constant('match'), filter: fc.dictionary(field, fc.jsonValue()) });
const project = fc.record({
  type: fc.constant('project'),
  specs: fc.dictionary(field, fc.constantFrom(0, 1, true, false), { minKeys: 1 }),
});
const unknown = fc.record({ type: fc.string(), anything: fc.jsonValue() });
const pipeline: fc.Arbitrary<Stage[]> = fc.array(fc.oneof(match, project, unknown));

test('drawing a pipeline and compiling it again loses nothing', () => {
  fc.assert(
    fc.property(pipeline, (stages) => {
      const query = { collection: 'logs', documentID: '', pipeline: JSON.parse(JSON.stringify(stages)) as Stage[] };
      expect(compile(draftOf(query))).toEqual({ query });
    }),
  );
});

test('what the builder can draw gets a card of its own, the rest stays JSON', () => {
  const kinds = (stage: Stage) => draftOf({ collection: 'c', documentID: '', pipeline: [stage] }).stages[0]?.kind;
  expect(kinds({ type: 'match', filter: { temperature: 25 } })).toBe('match');
  expect(kinds({ type: 'project', specs: { a: 1, documentID: 0 } })).toBe('project');
  expect(kinds({ type: 'project', specs: { a: 1, b: 0 } })).toBe('raw');
  expect(kinds({ type: 'match', filter: {}, note: 1 })).toBe('raw');
  expect(kinds({ type: 'frobnicate' })).toBe('raw');
});

describe('complaints', () => {
  const draft = (stages: QueryDraft['stages'], collection = 'logs'): QueryDraft => ({
    collection,
    documentID: '',
    stages,
  });
  const complaint = (query: QueryDraft) => {
    const compiled = compile(query);
    return 'complaints' in compiled ? [...compiled.complaints.values()] : [];
  };

  test('a collection is needed', () => {
    expect(complaint(draft([], ' '))).toEqual(['Name the collection to query.']);
  });

  test('a condition needs a field, once, and a value of its type', () => {
    const value = { type: 'number', text: '2 5' } as const;
    const condition = (name: string) => ({ key: name, field: name, value });
    const stage = (...names: string[]) => ({ key: 's', kind: 'match', conditions: names.map(condition) }) as const;
    expect(complaint(draft([stage('')]))).toEqual(['Condition 1: name the field.']);
    expect(complaint(draft([stage('temperature')]))).toEqual(['Condition 1 (temperature): “2 5” is not a number.']);
  });

  test('a project stage needs a field', () => {
    const stage = { key: 's', kind: 'project', keep: false, fields: [], documentID: true } as const;
    expect(complaint(draft([stage]))).toEqual(['Name at least one field to drop.']);
  });

  test('a raw stage must be an object with a type', () => {
    const raw = (text: string) => complaint(draft([{ key: 's', kind: 'raw', text }]))[0];
    expect(raw('{')).toMatch(/^This is not JSON: /);
    expect(raw('[]')).toBe('A stage is a JSON object such as {"type": "match", "filter": {}}.');
    expect(raw('{"filter":{}}')).toBe('A stage needs a "type", a text.');
  });
});
