import { describe, expect, test } from 'vitest';
import { stringify } from '#lib/json/json.ts';
import { EMPTY_DRAFT } from '#pipeline/draft/draft.ts';
import { compile } from '#pipeline/draft/query.ts';
import { understand, withPasted } from './paste.ts';

/** What would be sent after pasting, and what is said of it. */
function pasted(text: string) {
  const found = understand(text);
  if (!found) return undefined;
  const draft = withPasted({ ...EMPTY_DRAFT, collection: 'before', documentID: 'x' }, found);
  const compiled = compile(draft);
  if (!('query' in compiled)) throw new Error('What was pasted cannot be run.');
  return {
    title: found.title,
    notes: found.notes.map(({ from, to }) => `${from} → ${to}`),
    sent: stringify(compiled.query),
    off: draft.stages.filter(({ enabled }) => !enabled).length,
  };
}

describe('what is pasted', () => {
  test('a whole request body', () => {
    expect(
      pasted(
        '{"collection":"logs","index":{"documentID":"d"},"pipeline":[{"type":"match","filter":{"10":1.0}}],"nPage":3,"a":1}',
      ),
    ).toEqual({
      title: 'A request',
      notes: ['nPage → left out: a run begins at the first page', 'a → left out: no part of a request here'],
      sent: '{"collection":"logs","documentID":"d","pipeline":[{"type":"match","filter":{"10":1.0}}]}',
      off: 0,
    });
  });

  test('a bare list, and one stage, keep the collection', () => {
    const sent = '{"collection":"before","documentID":"x","pipeline":[{"type":"limit","n":5}]}';
    expect(pasted('[{"type":"limit","n":5}]')).toEqual({ title: 'A list of stages', notes: [], sent, off: 0 });
    expect(pasted('{"type":"limit","n":5}')).toMatchObject({ title: 'One stage', sent });
  });

  test('a curl command, whatever its quotes', () => {
    const sent = '{"collection":"it\'s","documentID":"","pipeline":[]}';
    const body = `{"collection":"it's"}`;
    const quoted = body.replaceAll('"', '\\"');
    for (const text of [
      `curl 'http://a/api' \\\n --header 'x: y' \\\n --data-raw '${body.replaceAll("'", "'\\''")}'`,
      `curl -X POST -d "${quoted}" http://a`,
      `curl --json="${quoted}" http://a`,
      `$ curl http://a -d $'${body.replaceAll("'", "\\'")}'`,
    ]) {
      expect(pasted(text)).toMatchObject({ title: 'A curl command', sent });
    }
  });

  test('a pipeline as Mongo writes it, with what cannot be converted switched off', () => {
    const text = `db.logs.aggregate([
      { $match: { temperature: { $gt: 25 }, level: 'warn\\'s "x"', }, }, // hot
      { $sort: { time: -1 } }, /* newest */
      { $project: { time: 1, deviceID: 1, _id: 0 } },
      { $group: { _id: '$deviceID', hottest: { $max: '$temperature' } } },
    ])`;
    expect(pasted(text)).toEqual({
      title: 'A Mongo-style pipeline',
      notes: [
        'db.logs → Collection logs, as it is',
        '$match → Match, 2 conditions',
        '$sort → Sort by time descending',
        '$project → Project, 2 fields; _id: 0 is dropped',
        '$group → stays as JSON, switched off: unknown here',
      ],
      sent: '{"collection":"logs","documentID":"","pipeline":[{"type":"match","filter":{"temperature":{"$gt":25},"level":"warn\'s \\"x\\""}},{"type":"sort","specs":{"time":-1}},{"type":"project","specs":{"time":1,"deviceID":1}}]}',
      off: 1,
    });
  });

  test('$and is flattened, $or is not; _id becomes documentID', () => {
    expect(pasted('[{"$match":{"$and":[{"_id":"a"},{"b":1}]}}]')).toMatchObject({
      sent: '{"collection":"before","documentID":"x","pipeline":[{"type":"match","filter":{"documentID":"a","b":1}}]}',
    });
    expect(pasted('[{"$match":{"$or":[{"a":1},{"b":1}]}}]')?.off).toBe(1);
    expect(pasted('[{"$match":{"a":{"$regex":"x"}}}]')?.off).toBe(1);
    expect(pasted('[{"$match":{"$and":[{"a":1},{"a":2}]}}]')?.off).toBe(1);
    expect(pasted('[{"$match":{"t":ISODate("2026-01-01")}}]')?.sent).toContain('{"t":"2026-01-01"}');
  });

  test.each(['', 'hello', '{"a":1}', '[1]', '"x"', 'curl http://a', '['.repeat(10_000), '{"type":'])(
    '%.20s is left alone',
    (text) => {
      expect(understand(text)).toBeUndefined();
    },
  );

  test('a field named __proto__ is a field, and 200 stages in 5 MB are taken at once', () => {
    expect(pasted('{"type":"match","filter":{"__proto__":{"$gt":1}}}')?.sent).toContain('{"__proto__":{"$gt":1}}');
    const stage = { type: 'match', filter: { note: 'x'.repeat(25_000) } };
    expect(understand(JSON.stringify(Array(200).fill(stage)))?.stages).toHaveLength(200);
    expect(understand(`{${'a'.repeat(5_000_000)}`)).toBeUndefined();
  });
});
