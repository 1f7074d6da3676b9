import { describe, expect, test } from 'vitest';
import { convertPastedText, pasteFilter, pasteQuery } from '#pipeline/text/testing/pasteQuery.ts';

describe('shell syntax', () => {
  test('aggregate, with options, converted stages and an unsupported one', () => {
    expect(
      pasteQuery(`db.logs.aggregate([
      { $match: { temperature: { $gt: 25 }, level: 'warn\\'s "x"', }, }, // hot
      { $sort: { time: -1 } }, /* newest */
      { $project: { time: 1, deviceID: 1, _id: 0 } },
      { $group: { _id: '$deviceID', hottest: { $max: '$temperature' } } },
    ], { allowDiskUse: true });`),
    ).toEqual({
      collection: 'logs',
      title: 'A Mongo-style pipeline',
      kept: [
        'db.logs → Collection logs, unchanged',
        '$match → Match, 2 conditions',
        '$sort → Sort by time descending',
        '$project → Project, 2 fields',
        '$group → Group by deviceID, 1 computed',
      ],
      changed: ['_id: 0 → documentID is dropped'],
      lost: ['allowDiskUse'],
      asked: [],
      sent: '[{"type":"match","filter":{"temperature":{"$gt":25},"level":"warn\'s \\"x\\""}},{"type":"sort","specs":{"time":-1}},{"type":"project","specs":{"time":1,"deviceID":1,"documentID":0}},{"type":"group","condition":{"deviceID":"$deviceID"},"fields":{"hottest":{"$max":"$temperature"}}}]',
      off: [],
    });
  });

  test('a group: keys, times, accumulators, and what follows refers to its keys', () => {
    const shell = pasteQuery(`db.logs.aggregate([
      { $group: { _id: { device: '$deviceID', hour: { $dateTrunc: { date: '$time', unit: 'hour', timezone: 'Europe/Zurich' } } },
        n: { $sum: 1 }, mean: { $avg: '$t.c' }, all: { $push: '$t' } } },
      { $match: { '_id.device': 'A', n: { $gt: 3 } } },
      { $sort: { '_id.hour': -1 } },
    ])`);
    expect(shell.sent).toBe(
      '[{"type":"group","condition":{"device":"$deviceID","hour":{"$dateTrunc":{"date":"$time","unit":"hour","timezone":"Europe/Zurich"}}},"fields":{"n":{"$count":{}},"mean":{"$avg":"$t.c"}}},{"type":"match","filter":{"device":"A","n":{"$gt":3}}},{"type":"sort","specs":{"hour":-1}}]',
    );
    expect(shell.lost).toEqual(['$push']);
    expect(shell.off).toHaveLength(1);

    const python = pasteQuery(
      `rows = db["logs"].aggregate([{"$group": {"_id": "$a.level", "n": {"$count": {}}, "last": {"$last": "$time"}}}, {"$sort": {"_id": 1}}, {"$group": {"_id": None, "most": {"$max": "$_id"}}}])`,
    );
    expect(python.sent).toBe(
      '[{"type":"group","condition":{"level":"$a.level"},"fields":{"n":{"$count":{}},"last":{"$last":"$time"}}},{"type":"sort","specs":{"level":1}},{"type":"group","condition":{},"fields":{"most":{"$max":"$level"}}}]',
    );
    expect(python.lost).toEqual([]);
  });

  test.each([
    ["{ _id: { $year: '$time' }, n: { $sum: 1 } }", '$year'],
    ["{ _id: { $dateTrunc: { date: '$time', unit: 'quarter' } } }", '$dateTrunc'],
    ['{ n: { $sum: 1 } }', '_id'],
  ])('a group by %s is kept as JSON, and the reason names %s', (body, reason) => {
    const found = convertPastedText(`db.logs.aggregate([{ $group: ${body} }])`);
    const note = { status: 'not understood', to: expect.stringContaining(reason) };
    expect(found.notes.find(({ from }) => from === '$group')).toMatchObject(note);
  });

  test('find with a projection, and chained calls in the order in which the database applies them', () => {
    const { lost, ...found } = pasteQuery(
      "db.getCollection('a b').find({ level: 'warn' }, { time: 1, _id: 0 }).limit(5).skip(2).sort({ time: -1 }).hint('x').toArray()",
    );
    expect(found).toMatchObject({
      collection: 'a b',
      title: 'A Mongo-style query',
      kept: [
        "db.getCollection('a b') → Collection a b, unchanged",
        'filter → Match, 1 condition',
        'sort → Sort by time descending',
        'projection → Project, 1 field',
      ],
      sent: '[{"type":"match","filter":{"level":"warn"}},{"type":"sort","specs":{"time":-1}},{"type":"project","specs":{"time":1,"documentID":0}}]',
      off: ['{"type":"skip","skip":2}', '{"type":"limit","limit":5}'],
    });
    expect(lost).toEqual(['.hint', 'skip', 'limit']);
  });

  test('find as written for drivers: options, one document, no filter', () => {
    const driver = `const rows = await client.db("x").collection("y").find({ a: 1 }, { projection: { a: 1 }, sort: { a: 1 } }).toArray();`;
    const sent =
      '[{"type":"match","filter":{"a":1}},{"type":"sort","specs":{"a":1}},{"type":"project","specs":{"a":1}}]';
    expect(pasteQuery(driver)).toMatchObject({ collection: 'y', sent });
    expect(pasteQuery('db.logs.findOne({ a: 1 })').off).toEqual(['{"type":"limit","limit":1}']);
    expect(pasteQuery('db.system.logs.find()')).toMatchObject({ collection: 'system.logs', sent: '[]' });
  });

  test('Python: keywords, quotes, commas, comments, named arguments and times', () => {
    const text = `
# hot ones
rows = list(client["shop"]["logs"].find(
    filter={'on': True, 'gone': None, "n": {'$in': [1, 2,]},  # few
            'time': {'$gte': datetime(2026, 1, 1, tzinfo=timezone.utc)}},
    projection=['time', 'n'],
    sort=[("time", pymongo.DESCENDING), ("n", 1)],
))`;
    expect(pasteQuery(text)).toMatchObject({
      collection: 'logs',
      sent: '[{"type":"match","filter":{"on":true,"gone":null,"n":{"$in":[1,2]},"time":{"$gte":1767225600000}}},{"type":"sort","specs":{"time":-1,"n":1}},{"type":"project","specs":{"time":1,"n":1}}]',
      off: [],
    });
    const stage = '[{"type":"match","filter":{"a":false}}]';
    expect(pasteQuery("[{'type': 'match', 'filter': {'a': False}}]").sent).toBe(stage);
    const sort = { collection: 'before', sent: '[{"type":"sort","specs":{"time":-1}}]' };
    expect(pasteQuery('logs.find({}).sort("time", -1)')).toMatchObject(sort);
  });

  test('converts the last query of several statements, and lists the others', () => {
    const shell = pasteQuery('use shop\ndb.old.find({ a: 1 });\nconst since = 5\ndb.logs.find({ b: 2 })\n  .limit(3);');
    expect(shell).toMatchObject({ collection: 'logs', sent: '[{"type":"match","filter":{"b":2}}]' });
    expect(shell.lost).toEqual(['db.old.find({ a: 1 })', 'const since = 5', 'limit']);
    const python = `import pymongo
from datetime import datetime
client = pymongo.MongoClient("mongodb://a/b")  # where it is
rows = client["shop"]["logs"].find(
    {"path": r"C:\\new", 'name': u'x', "at": {"$gt": datetime(2026, 1, 1)}}) \\
    .sort("time", -1)
for row in rows:
    print(f"{row}")`;
    expect(pasteQuery(python)).toMatchObject({
      collection: 'logs',
      sent: '[{"type":"match","filter":{"path":"C:\\\\new","name":"x","at":{"$gt":"2026-01-01T00:00:00.000Z"}}},{"type":"sort","specs":{"time":-1}}]',
      lost: ['for row in rows:'],
    });
  });

  test('a curl command with the pipeline', () => {
    const body = '{"collection":"c","pipeline":[{"$match":{"a":{"$numberLong":"1"}}}]}';
    const sent = '[{"type":"match","filter":{"a":1}}]';
    expect(pasteQuery(`curl http://a -d '${body}'`)).toMatchObject({ title: 'A curl command', sent });
  });
});

describe('values', () => {
  test.each([
    ['NumberLong("9007199254740993")', '9007199254740993'],
    ['Long.fromString("9007199254740993")', '9007199254740993'],
    ['{ $numberLong: "-9007199254740993" }', '-9007199254740993'],
    ['NumberDecimal("1.50")', '1.50'],
    ['{ $numberDecimal: "0.1000000000000000000001" }', '0.1000000000000000000001'],
    ['NumberInt(5)', '5'],
    ['12345678901234567890n', '12345678901234567890'],
    ['-9007199254740993', '-9007199254740993'],
    ['1_000', '1000'],
    ['ObjectId("507f1f77bcf86cd799439011")', '"507f1f77bcf86cd799439011"'],
    ['[1, "a", null, { b: True }]', '[1,"a",null,{"b":true}]'],
    ['`x`', '"x"'],
  ])('%s', (written, sent) => {
    expect(pasteFilter(`{ a: ${written} }`)).toBe(`{"a":${sent}}`);
  });

  test('converts times to the format of the field, if it is known', () => {
    const { sent, changed, asked } = pasteQuery(`db.logs.find({
      time: { $gte: ISODate("2026-01-01") }, seconds: new Date("2026-01-01T00:00:00Z"),
      at: { $date: "2026-01-01T00:00:00Z" }, other: { $date: { $numberLong: "1767225600000" } },
    })`);
    expect(sent).toBe(
      '[{"type":"match","filter":{"time":{"$gte":1767225600000},"seconds":1767225600,"at":"2026-01-01T00:00:00.000Z","other":1767225600000}}]',
    );
    expect(changed[0]).toBe('time.$gte → 1767225600000, 2026-01-01T00:00:00.000Z as epoch ms');
    expect(asked).toEqual(['other']);
    const { sent: chosen } = pasteQuery('db.logs.find({ other: new Date(1767225600000) })', new Map([['other', 's']]));
    expect(chosen).toContain('"other":1767225600}');
  });
});

describe('notes', () => {
  test('have their line number, and report several values of one field once', () => {
    const text = 'db.logs.aggregate([\n{ $match: {\n a: 1,\n b: { $regex: "x" } } },\n{ $limit: 5 },\n])';
    const { notes } = convertPastedText(text);
    const lines = notes.map(({ from, at }) => `${from} ${text.slice(0, at).split('\n').length}`);
    expect(lines.slice(1)).toEqual(['$match 2', '$regex 4', '$limit 5']);
    const { changed } = pasteQuery('db.logs.find({ n: { $in: [NumberLong(1), NumberLong(2), NumberLong(3)] } })');
    expect(changed).toEqual(['n.$in → the number 1, exactly, and 2 more']);
  });
});

describe('unsupported parts', () => {
  test.each([
    ['{ a: 1, b: /x/i }', '$regex', '{"a":1}'],
    ['{ a: 1, b: re.compile("x") }', '$regex', '{"a":1}'],
    ['{ a: { $gt: 1, $mod: [2, 0] } }', '$mod', '{"a":{"$gt":1}}'],
    ['{ a: 1, $or: [{ b: 1 }, { c: 1 }] }', '$or', '{"a":1}'],
    ['{ a: 1, b: { $not: { $gt: 1 } } }', '$not', '{"a":1}'],
    ['{ a: 1, $where: function () { return true } }', '$where', '{"a":1}'],
    ['{ a: 1, b: x.y }', 'x.y', '{"a":1}'],
    ['{ a: 1, b: NumberLong("x") }', '$numberLong', '{"a":1}'],
    ['{ a: 1, b: { $minKey: 1 } }', '$minKey', '{"a":1}'],
    ['{ a: 1, ...rest }', '...rest', '{"a":1}'],
  ])('reports %s, and keeps the other conditions', (filter, name, kept) => {
    const { lost, sent, off } = pasteQuery(`db.logs.find(${filter})`);
    expect(lost).toEqual([name]);
    expect(sent).toBe(`[{"type":"match","filter":${kept}}]`);
    expect(off).toHaveLength(1);
  });

  test('flattens $and, splits repeated fields into two stages, and renames _id to documentID', () => {
    const and = (conditions: string) => pasteQuery(`[{"$match":{"$and":[${conditions}]}}]`).sent;
    const flat = '[{"type":"match","filter":{"documentID":"a","b":{"$gt":1,"$lt":5}}}]';
    expect(and('{"_id":"a"},{"b":{"$gt":1}},{"b":{"$lt":5}}')).toBe(flat);
    expect(and('{"a":1},{"a":2}')).toBe('[{"type":"match","filter":{"a":1}},{"type":"match","filter":{"a":2}}]');
  });

  test('converts projections of nested, computed and documentID fields', () => {
    const specsOf = (specs: string) => {
      const { sent, lost } = pasteQuery(`db.logs.aggregate([{ $project: ${specs} }])`);
      return [sent.replace(/^\[{"type":"project","specs":|}\]$/g, ''), ...lost];
    };
    expect(specsOf('{ a: { b: 1 }, c: true }')).toEqual(['{"a.b":1,"c":1}']);
    expect(specsOf('{ a: 1, b: "$c", d: { $concat: ["x"] } }')).toEqual(['{"a":1}', 'b', '$concat']);
    expect(specsOf('{ _id: 0 }')).toEqual(['{"documentID":0}']);
    expect(specsOf('{ a: 0, _id: 0 }')).toEqual(['{"a":0,"documentID":0}']);
    expect(specsOf('{ a: 1, b: 0 }')).toEqual(['[]', '$project']);
    expect(pasteQuery('[{"$unset":["a","_id"]}]').sent).toBe('[{"type":"project","specs":{"a":0,"documentID":0}}]');
  });
});
