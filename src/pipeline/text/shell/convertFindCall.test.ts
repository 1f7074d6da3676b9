import { describe, expect, test, vi } from 'vitest';
import { pasteFilter, pasteQuery } from '#pipeline/text/testing/pasteQuery.ts';

describe('queries', () => {
  test.each([
    ['{"temperature": {"$gt": 20}, "level": "warn"}', '{"temperature":{"$gt":20},"level":"warn"}'],
    ['{ temperature: { $gt: 20 }, }', '{"temperature":{"$gt":20}}'],
    ["{'on': True, 'n': {'$in': [1, 2]}}", '{"on":true,"n":{"$in":[1,2]}}'],
    ['query = {"a": {"$gte": NumberLong(5)}}', '{"a":{"$gte":5}}'],
    ['{"$and": [{"a": 1}, {"b": {"$ne": 2}}]}', '{"a":1,"b":{"$ne":2}}'],
  ])('a filter alone: %s', (text, filter) => {
    const sent = `[{"type":"match","filter":${filter}}]`;
    expect(pasteQuery(text)).toMatchObject({ title: 'A filter', collection: 'before', sent, lost: [] });
  });

  test.each([
    'db.logs.countDocuments({ a: { $gt: 1 } })',
    'n = client["x"]["logs"].count_documents({"a": {"$gt": 1}})',
    'db.logs.find({ a: { $gt: 1 } }).count()',
    'db.logs.count({ a: { $gt: 1 } })',
  ])('%s becomes a query for the counted documents', (text) => {
    const note = expect.stringMatching(/^count(?:_?documents)? → finds the documents; use Count to count them$/i);
    const sent = '[{"type":"match","filter":{"a":{"$gt":1}}}]';
    expect(pasteQuery(text)).toMatchObject({ sent, changed: [note], lost: [] });
  });

  test.each([
    'db.logs.distinct("deviceID", { level: "warn" })',
    'logs.distinct(key="deviceID", filter={"level": "warn"})',
    'db.logs.find({ level: "warn" }).distinct("deviceID")',
  ])('%s becomes a query for the field', (text) => {
    const sent = '[{"type":"match","filter":{"level":"warn"}},{"type":"project","specs":{"deviceID":1}}]';
    const changed = ['distinct → Fields seen lists the values of deviceID with their counts'];
    expect(pasteQuery(text)).toMatchObject({ sent, changed, lost: [] });
    expect(pasteQuery('db.logs.distinct("_id")').sent).toBe('[{"type":"project","specs":{"documentID":1}}]');
  });
});

describe('times relative to now', () => {
  test.each([
    ['new Date(Date.now() - 24 * 60 * 60 * 1000)', '24 h'],
    ['Date.now() - 86_400_000 * 2', '2 d'],
    ['datetime.now() - timedelta(days=2)', '2 d'],
    ['datetime.datetime.utcnow() - datetime.timedelta(hours=24)', '24 h'],
    ['datetime.now(timezone.utc) - timedelta(minutes=90)', '90 min'],
    ['datetime.now() - timedelta(weeks=1, hours=1)', '169 h'],
    ['datetime.now() - timedelta(1)', '24 h'],
  ])('%s becomes a relative range', (since, last) => {
    const range = `{"type":"range","time":{"field":"time","unit":"ms","zone":"local","last":"${last}"}}`;
    const found = pasteQuery(`db.logs.find({ level: "warn", time: { $gte: ${since} } })`);
    expect(found).toMatchObject({
      sent: `[${range},{"type":"match","filter":{"level":"warn"}}]`,
      changed: [`time.$gte → range of the last ${last}, recalculated at each run`],
      lost: [],
    });
    const { sent, changed } = pasteQuery(`db.logs.find({ time: { $gt: ${since}, $lte: new Date() } })`);
    expect([sent, changed[1]]).toEqual([`[${range}]`, 'time.$lte → ignored: the range has no end']);
  });

  test('other times relative to now become the time of the paste', () => {
    vi.useFakeTimers({ now: 1_767_225_600_000 });
    const before = '{ time: { $lt: datetime.now() - timedelta(days=1) } }';
    expect(pasteFilter(before)).toBe('{"time":{"$lt":1767139200000}}');
    const between = '{ time: { $gte: new Date(Date.now() - 2000), $lt: new Date(Date.now() - 1000) } }';
    expect(pasteFilter(between)).toBe('{"time":{"$gte":1767225598000,"$lt":1767225599000}}');
    expect(pasteFilter('{ a: Date.now(), b: { $gte: new Date(2 * Date.now()) } }')).toBe('{"a":1767225600000}');
    vi.useRealTimers();
  });
});
