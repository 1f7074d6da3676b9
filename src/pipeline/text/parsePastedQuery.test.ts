import { describe, expect, test } from 'vitest';
import { stringifyJson } from '#lib/json/json.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { EMPTY_DRAFT } from '#pipeline/draft/queryDraft.ts';
import { applyPastedQuery, parsePastedQuery } from './parsePastedQuery.ts';

function pasted(text: string) {
  const found = parsePastedQuery(text);
  if (!found || typeof found === 'string') return undefined;
  const draft = applyPastedQuery({ ...EMPTY_DRAFT, collection: 'before', documentID: 'x' }, found);
  const compiled = compileDraft(draft);
  if (!('query' in compiled)) throw new Error('Pasted query cannot be run.');
  return {
    title: found.title,
    notes: found.notes.map(({ from, to }) => `${from} → ${to}`),
    sent: stringifyJson(compiled.query),
    off: draft.stages.filter(({ enabled }) => !enabled).length,
  };
}

describe('parses', () => {
  test('a whole request body', () => {
    const query = '"collection":"logs","index":{"documentID":"d"},"pipeline":[{"type":"match","filter":{"10":1.0}}]';
    expect(pasted(`{${query},"nPage":3,"a":1}`)).toEqual({
      title: 'A request',
      notes: ['nPage → ignored: a query starts at the first page', 'a → ignored: not part of a request'],
      sent: '{"collection":"logs","documentID":"d","pipeline":[{"type":"match","filter":{"10":1.0}}]}',
      off: 0,
    });
  });

  test('a list of stages, or one stage, and keeps the collection', () => {
    const sent = '{"collection":"before","documentID":"x","pipeline":[{"type":"limit","n":5}]}';
    expect(pasted('[{"type":"limit","n":5}]')).toEqual({ title: 'A list of stages', notes: [], sent, off: 0 });
    expect(pasted('{"type":"limit","n":5}')).toMatchObject({ title: 'One stage', sent });
  });

  test('a curl command with any quotes', () => {
    const sent = '{"collection":"it\'s","documentID":"","pipeline":[]}';
    const body = `{"collection":"it's"}`;
    const quoted = body.replaceAll('"', '\\"');
    for (const text of [
      `curl 'http://a/api' \\\n --header 'x: y' \\\n --data-raw '${body.replaceAll("'", "'\\''")}'`,
      `curl -X POST -d "${quoted}" http://a`,
      `curl --json="${quoted}" http://a`,
      `$ curl http://a -d $'${body.replaceAll("'", "\\'")}'`,
      // from the developer tools of a browser
      `curl 'http://a' --data-raw $'{\\n\\t"collection": "it\\u0027s"\\r\\n}'`,
    ]) {
      expect(pasted(text)).toMatchObject({ title: 'A curl command', sent });
    }
  });

  test.each([
    "db.getCollection('a b').aggregate([])",
    'const rows = await client.db("x").collection("y").find({}).toArray();',
    'rows = list(db["logs"].find({"a": None}))',
    '# newest\nlogs.find_one({})',
    '[{"$match":{"a":1}}]',
    "[{'type': 'match', 'filter': {}}]",
    '{ $group: { _id: 1 } }',
    '[{"type":"match","filter":{"t":{"$date":0}}}]',
    `curl http://a -d '[{"$match":{}}]'`,
    'db.logs.find({ a: }',
    'db.logs.countDocuments()',
    'db.logs.distinct("a")',
    '{ temperature: { $gt: 20 } }',
    "query = {'temperature': {'$gt': 20}}",
    `ids = [${'"device",'.repeat(2000)}]\ndb.logs.find({"deviceID": {"$in": ids}})`,
  ])('passes %.40s to the shell parser', (text) => {
    expect(parsePastedQuery(text)).toBe('shell');
  });

  test.each([
    ['[{"type":"match","filter":{"a":1 "b":2}}]', undefined, 'shell'],
    ['[{"type":"match","filter":{"a":1 "b":2}}]', 'text', undefined],
    ['{"type":"match","filter":{}},', 'text', undefined],
    ["[{type: 'match'}]", 'text', 'shell'],
    ['{"a":1}', 'page', 'shell'],
    ['{ level: "error" }', undefined, undefined],
    ['{"temperature": {"$gt": 20}}', 'text', undefined],
  ] as const)(
    '%s pasted into %s is for %s: invalid JSON in a text, or a value in an input, is left alone',
    (text, place, found) => {
      expect(parsePastedQuery(text, place)).toBe(found);
    },
  );

  test('reports a query over the length limit, in any notation', () => {
    const values = `[${Array.from({ length: 400_000 }, (_, at) => `"DEVICE-${at}"`).join(',')}]`;
    for (const text of [
      `db.logs.find({ deviceID: { $in: ${values} } })`,
      `ids = ${values}\nrows = list(db["logs"].find({"deviceID": {"$in": ids}}))`,
      `{ deviceID: { $in: ${values} } }`,
    ]) {
      expect(parsePastedQuery(text)).toBe('too long');
      expect(parsePastedQuery(text, 'text')).toBe('too long');
    }
    expect(parsePastedQuery(values)).toBeUndefined();
  });

  test.each(['', 'hello', '{"a":1}', '[1]', '"x"', 'curl http://a', '['.repeat(10_000)])('ignores %.20s', (text) => {
    expect(parsePastedQuery(text)).toBeUndefined();
  });

  test('accepts a field named __proto__, and 200 stages in 5 MB', () => {
    expect(pasted('{"type":"match","filter":{"__proto__":{"$gt":1}}}')?.sent).toContain('{"__proto__":{"$gt":1}}');
    const stage = { type: 'match', filter: { note: 'x'.repeat(25_000) } };
    expect(parsePastedQuery(JSON.stringify(Array(200).fill(stage)))).toMatchObject({ convertedCount: 200 });
    expect(parsePastedQuery(`{${'a'.repeat(5_000_000)}`)).toBeUndefined();
  });
});
