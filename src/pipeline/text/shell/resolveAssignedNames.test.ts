import { expect, test } from 'vitest';
import { JsonSyntaxError, stringifyJson } from '#lib/json/json.ts';
import { convertParsedMongoQuery, parsePastedText } from './parsePastedText.ts';

function pasted(text: string) {
  const written = parsePastedText(text);
  if (written instanceof JsonSyntaxError) throw written;
  const { notes } = convertParsedMongoQuery(written, () => 'ms');
  const lost = notes.filter(({ status }) => status === 'not understood').map(({ from }) => from);
  return { collection: written.collection, stages: stringifyJson(written.stages), lost };
}

test('resolves names of pipelines, stages, collections and times', () => {
  const text = `
since = datetime(2026, 11, 20)  # a Friday
match = {"$match": {"level": "error", "at": {"$gte": since}}}
pipeline = [match, {"$sort": {"at": -1}}]
logs = client["fleet"]["logs"]
rows = list(logs.aggregate(pipeline))`;
  expect(pasted(text)).toEqual({
    collection: 'logs',
    stages: '[{"$match":{"level":"error","at":{"$gte":{"$date":1795132800000}}}},{"$sort":{"at":-1}}]',
    lost: [],
  });
  const { stages } = pasted('const q = { level: "warn" };\ndb.logs.find(q).limit(5)');
  expect(stages).toBe('[{"$match":{"level":"warn"}},{"$limit":5}]');
});

test('resolves a name to the last assignment before its use, once', () => {
  expect(pasted('q = {"a": 1}\nq = {"a": 2}\ndb.logs.find(q)\nq = {"a": 3}')).toEqual({
    collection: 'logs',
    stages: '[{"$match":{"a":2}}]',
    lost: ['q = {"a": 1}', 'q = {"a": 3}'],
  });
  const lines = Array.from({ length: 60 }, (_, at) => `n${at + 1} = [n${at}, n${at}]`);
  expect(pasted(`n0 = ["x"]\n${lines.join('\n')}\ndb.logs.find({ a: n60 })`).stages.length).toBeLessThan(5000);
});

test('resolves a name used repeatedly, in a calculation or as an argument, without reporting it', () => {
  const text = `
from datetime import datetime, timedelta
client = pymongo.MongoClient("mongodb://a")
threshold = 20
ceiling = threshold * 2
query = {"temperature": {"$gt": threshold, "$lt": ceiling}, "signal": {"$lt": -threshold}}
print(client["fleet"]["logs"].count_documents(query))
rows = list(client["fleet"]["logs"].find(query))
hot = [row for row in rows if row["temperature"] > threshold]`;
  expect(pasted(text)).toEqual({
    collection: 'logs',
    stages: '[{"$match":{"temperature":{"$gt":20,"$lt":40},"signal":{"$lt":-20}}}]',
    lost: ['print(client["fleet"]["logs"].count_docu…', 'hot = [row for row in rows if row["tempe…'],
  });
});
