import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase, type TestService } from '#server/testing/testService.ts';

const DEEP = { deep: { v: 1 } };
const NESTED = { ...DEEP, list: [1, 2] };
const MIXED = [
  { documentID: 'a', n: 25, s: 'x', nested: NESTED, flag: true },
  { documentID: 'b', n: '25', s: 'y', nested: { deep: { v: 2 } }, flag: false },
  { documentID: 'c', n: null, s: 'É', nested: [{ deep: { v: 1 } }] },
  { documentID: 'd', s: 'z', nested: { deep: 'text' }, flag: null },
  { documentID: 'e', n: [25], s: 'Z', nested: {} },
  { documentID: 'f', n: { v: 25 }, nested: null },
  { documentID: 'g', n: 25.5, list: [1, { a: 2 }] },
  '{"documentID":"h","n":9007199254740993,"m":0.10000000000000000001}',
  '{"documentID":"i","n":9007199254740992}',
];
const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

describeOnEachDatabase('query a collection', (service) => {
  beforeAll(async () => {
    await service.storeDocuments('mixed', MIXED);
    await service.storeDocuments('other', [{ documentID: 'a', n: 25 }, { documentID: 'z' }]);
    const long = Array.from({ length: 50 }, (_, n) => ({ documentID: `d${n}`, n, even: n % 2 === 0 }));
    await service.storeDocuments('long', long);
  });

  const fetched = (documents: unknown[]) => ({
    status: 200,
    body: {
      code: 'DATASTORE-DOCUMENTS-FETCHED',
      message: 'Documents are fetched as a result of successful execution of the query.',
      nDocuments: documents.length,
      documents,
    },
  });

  test('documents are complete, with the documentID first', async () => {
    const { text, ...answer } = await service.callOperation('/datastore/pipeline', { collection: 'other' });
    expect(answer).toEqual(fetched([{ documentID: 'a', n: 25 }, { documentID: 'z' }]));
    expect(text).toContain('"documents":[{"documentID":');
  });

  test('index, pipeline and page that are absent, null or empty return the first page of all documents', async () => {
    for (const fields of [{}, { index: null, pipeline: null, nPage: null }, { index: {}, pipeline: [], nPage: 1 }])
      expect(await ids(service, { collection: 'mixed', ...fields })).toEqual(ALL);
  });

  test('index finds a document by its ID before the pipeline', async () => {
    expect(await ids(service, { collection: 'mixed', index: { documentID: 'b' } })).toEqual(['b']);
    expect(await ids(service, { collection: 'mixed', index: { documentID: 'B' } })).toEqual([]);
    const pipeline = [{ type: 'match', filter: { n: 25 } }];
    expect(await ids(service, { collection: 'mixed', index: { documentID: 'b' }, pipeline })).toEqual([]);
  });

  test('an unknown collection is empty', async () => {
    const { status, body } = await service.callOperation('/datastore/pipeline', { collection: 'nowhere' });
    expect({ status, body }).toEqual(fetched([]));
  });

  test.each<[string, unknown, string[]]>([
    ['a missing filter matches everything', undefined, ALL],
    ['an empty filter matches everything', {}, ALL],
    ['a number does not equal its text', { n: 25 }, ['a']],
    ['a text does not equal its number', { n: '25' }, ['b']],
    ['null matches only an explicit null', { n: null }, ['c']],
    ['a list is compared as a whole', { n: [25] }, ['e']],
    ['an object is compared as a whole', { n: { v: 25 } }, ['f']],
    ['part of an object does not match', { nested: { deep: { v: 1 } } }, []],
    ['a dotted name matches nested fields', { 'nested.deep.v': 1 }, ['a']],
    ['a dotted name does not match list elements', { 'list.0': 1 }, []],
    ['documentID is a field', { documentID: 'd' }, ['d']],
    ['documentID is a string', { documentID: 4 }, []],
    ['fields combine with AND', { n: 25, s: 'x' }, ['a']],
    ['AND matches nothing if no document has both', { n: 25, s: 'y' }, []],
    ['text beyond ASCII', { s: 'É' }, ['c']],
    ['$eq', { n: { $eq: 25 } }, ['a']],
    ['$ne matches a missing field', { n: { $ne: 25 } }, ALL.slice(1)],
    ['$gt compares numbers with numbers', { n: { $gt: 25 } }, ['g', 'h', 'i']],
    ['$gte', { n: { $gte: 25 } }, ['a', 'g', 'h', 'i']],
    ['$lt', { n: { $lt: 25.5 } }, ['a']],
    ['$lte', { n: { $lte: 25.5 } }, ['a', 'g']],
    ['$gt compares text by code point', { s: { $gt: 'Z' } }, ['a', 'b', 'c', 'd']],
    ['operators on one field combine', { n: { $gt: 25, $lt: 26 } }, ['g']],
    ['$in', { n: { $in: [25, null, 'no'] } }, ['a', 'c']],
    ['$in with an empty list', { n: { $in: [] } }, []],
    ['$in on documentID', { documentID: { $in: ['a', 'i', 5] } }, ['a', 'i']],
    ['$exists matches an explicit null', { n: { $exists: true } }, ['a', 'b', 'c', 'e', 'f', 'g', 'h', 'i']],
    ['$exists false', { n: { $exists: false } }, ['d']],
    ['a dotted $exists', { 'nested.deep.v': { $exists: true } }, ['a', 'b']],
  ])('match: %s', async (_, filter, expected) => {
    expect(await ids(service, { collection: 'mixed', pipeline: [{ type: 'match', filter }] })).toEqual(expected);
  });

  test.each([
    ['{"n":9007199254740993}', ['h']],
    ['{"n":9007199254740992}', ['i']],
    ['{"n":{"$gt":9007199254740992}}', ['h']],
    ['{"n":{"$in":[9007199254740993]}}', ['h']],
    ['{"m":0.10000000000000000001}', ['h']],
    ['{"m":0.1}', []],
  ])('match does not round: %s', async (filter, expected) => {
    const body = `{"collection":"mixed","pipeline":[{"type":"match","filter":${filter}}]}`;
    expect(await ids(service, body)).toEqual(expected);
  });

  test('numbers are returned exactly as stored', async () => {
    const body = { collection: 'mixed', index: { documentID: 'h' } };
    const { text } = await service.callOperation('/datastore/pipeline', body);
    expect(text).toContain('9007199254740993');
    expect(text).toContain('0.10000000000000000001');
  });

  test.each<[string, unknown, unknown]>([
    ['keeps fields with 1, and documentID', { n: 1 }, { documentID: 'a', n: 25 }],
    ['accepts true for 1', { n: true, s: true }, { documentID: 'a', n: 25, s: 'x' }],
    ['drops documentID with 0', { n: 1, documentID: 0 }, { n: 25 }],
    ['keeps only documentID', { documentID: 1 }, { documentID: 'a' }],
    ['does not add a missing field', { nothing: 1 }, { documentID: 'a' }],
    ['drops fields with 0', { nested: 0, flag: false }, { documentID: 'a', n: 25, s: 'x' }],
    ['drops fields while documentID is kept', { nested: 0, flag: 0, s: 0, documentID: 1 }, { documentID: 'a', n: 25 }],
    ['keeps nested fields by dotted name', { 'nested.deep.v': 1 }, { documentID: 'a', nested: DEEP }],
    ['a whole field includes its nested fields', { nested: 1, 'nested.list': 1 }, { documentID: 'a', nested: NESTED }],
    [
      'drops nested fields by dotted name',
      { 'nested.list': 0, n: 0, s: 0, flag: 0 },
      { documentID: 'a', nested: DEEP },
    ],
  ])('project %s', async (_, specs, document) => {
    const body = { collection: 'mixed', index: { documentID: 'a' }, pipeline: [{ type: 'project', specs }] };
    const { status, body: answer } = await service.callOperation('/datastore/pipeline', body);
    expect({ status, body: answer }).toEqual(fetched([document]));
  });

  test('project may leave documents without a documentID, and empty ones', async () => {
    const read = async (specs: object) => {
      const body = { collection: 'other', pipeline: [{ type: 'project', specs }] };
      return (await service.callOperation('/datastore/pipeline', body)).body;
    };
    expect(await read({ nothing: 1, documentID: 0 })).toEqual(fetched([{}, {}]).body);
    expect(await read({ documentID: 0 })).toEqual(fetched([{ n: 25 }, {}]).body);
  });

  test('stages run in order', async () => {
    const match = { type: 'match', filter: { n: 25 } };
    const project = { type: 'project', specs: { s: 1 } };
    expect(await ids(service, { collection: 'mixed', pipeline: [match, project] })).toEqual(['a']);
    expect(await ids(service, { collection: 'mixed', pipeline: [project, match] })).toEqual([]);
  });

  test.each<[unknown, string[]]>([
    [{ n: 1 }, ['d', 'c', 'a', 'g', 'i', 'h', 'b', 'f', 'e']],
    [{ n: -1 }, ['e', 'f', 'b', 'h', 'i', 'g', 'a', 'c', 'd']],
    [{ s: 1 }, ['f', 'g', 'h', 'i', 'e', 'a', 'b', 'd', 'c']],
    [{ flag: -1, documentID: -1 }, ['a', 'b', 'd', 'i', 'h', 'g', 'f', 'e', 'c']],
    [{ 'nested.deep.v': -1 }, ['b', 'a', 'c', 'd', 'e', 'f', 'g', 'h', 'i']],
  ])('sort %j', async (specs, expected) => {
    const sort = { type: 'sort', specs };
    expect(await ids(service, { collection: 'mixed', pipeline: [sort] })).toEqual(expected);
    const drop = { type: 'project', specs: { n: 0, s: 0, flag: 0, nested: 0 } };
    expect(await ids(service, { collection: 'mixed', pipeline: [sort, drop] })).toEqual(expected);
  });

  test('a sort uses its fields in the order of the request, including numeric names', async () => {
    await service.storeDocuments('numbered', [
      { documentID: 'a', kind: 1, 0: 1 },
      { documentID: 'b', kind: 2, 0: 2 },
      { documentID: 'c', kind: 2, 0: 1 },
    ]);
    const sort = async (specs: string) => {
      const body = `{"collection":"numbered","pipeline":[{"type":"sort","specs":${specs}}]}`;
      return (await ids(service, body)).join('');
    };
    expect(await sort('{"kind":-1,"0":1}')).toBe('cba');
    expect(await sort('{"0":1,"kind":-1}')).toBe('cab');
  });

  test('reports the first error of a filter in the order of the request', async () => {
    const body = '{"collection":"other","pipeline":[{"type":"match","filter":{"b":{"$b":1},"0":{"$a":1}}}]}';
    const { text } = await service.callOperation('/datastore/pipeline', body);
    expect(text).toContain('pipeline[0].filter.b.$b: not an operator');
  });

  test('the last of two sorts takes precedence', async () => {
    const pipeline = [
      { type: 'sort', specs: { n: -1 } },
      { type: 'sort', specs: { even: 1 } },
      { type: 'match', filter: { n: { $lt: 4 } } },
    ];
    expect(await ids(service, { collection: 'long', pipeline })).toEqual(['d1', 'd3', 'd0', 'd2']);
  });

  const page = (first: number, length: number) => Array.from({ length }, (_, n) => `d${first + n}`);

  test.each<[unknown, string[]]>([
    [undefined, page(0, 20)],
    [0, page(0, 20)],
    [1, page(0, 20)],
    ['1', page(0, 20)],
    [2, page(20, 20)],
    ['2', page(20, 20)],
    [3, page(40, 10)],
    [4, []],
    [50_000, []],
    [Number.MAX_SAFE_INTEGER, []],
  ])('page %j', async (nPage, expected) => {
    expect(await ids(service, { collection: 'long', nPage })).toEqual(expected);
    const pipeline = [{ type: 'match', filter: { n: { $gte: 0 } } }];
    expect(await ids(service, { collection: 'long', pipeline, nPage })).toEqual(expected);
  });

  test('pages of a match', async () => {
    const pipeline = [{ type: 'match', filter: { even: true } }];
    expect(await ids(service, { collection: 'long', pipeline, nPage: 2 })).toEqual(['d40', 'd42', 'd44', 'd46', 'd48']);
  });
});

async function ids(service: TestService, request: unknown): Promise<string[]> {
  const { body } = await service.callOperation('/datastore/pipeline', request);
  return (body as { documents: { documentID: string }[] }).documents.map(({ documentID }) => documentID);
}
