import fc from 'fast-check';
import { CONNECTIVITY_VALUES, DEVICE_FIELD_NAMES, PAIRING_FILTERS } from '#contract/device.ts';
import { ACCUMULATOR_OPERATORS, DATE_TRUNC_UNITS } from '#contract/groupStage.ts';
import { MATCH_OPERATORS, STAGE_TYPES } from '#contract/stages.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { TEST_KEY, TEST_TOKEN } from '#server/testing/testService.ts';

const NAMES = ['a', 'b', 'b.a', 'b.a.c', 's', 'documentID', '__proto__', 'constructor', '$where', 'a.$b', '', '.'];
const names = fc.oneof(
  fc.constantFrom(...NAMES, "'", '"', '\\', '\u0000', '$1', '%'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
  fc.constantFrom<unknown>(9007199254740991, -0, 1e308, 5e-324, '\ud800', 'a\u0000', '2', [], {}),
);
const operators = fc.dictionary(
  fc.oneof(fc.constantFrom<string>(...MATCH_OPERATORS), names),
  fc.oneof(values, fc.array(values)),
  { maxKeys: 3 },
);
const references = fc.oneof(
  names.map((name) => `$${name}`),
  values,
);
const ZONES = ['Europe/Zurich', 'Etc/GMT+5', 'Factory', 'posixrules', 'Asia/../UTC'];
const truncated = fc.record(
  {
    date: references,
    unit: fc.oneof(fc.constantFrom<string>(...DATE_TRUNC_UNITS), values),
    timezone: fc.oneof(fc.constantFrom(...ZONES), values),
  },
  { requiredKeys: ['date', 'unit'] },
);
const expressions = fc.oneof(
  references,
  fc.record({ $dateTrunc: truncated }),
  fc.record({ $bucket: fc.record({ of: references, by: fc.oneof(fc.double(), values) }) }),
);
const accumulator = fc.oneof(fc.constantFrom<string>(...ACCUMULATOR_OPERATORS), names);
const ANY = { requiredKeys: [] };
const TYPED: { requiredKeys: ['type'] } = { requiredKeys: ['type'] };
const stages = fc.oneof(
  fc.record(
    {
      type: fc.constant('group'),
      condition: fc.dictionary(names, expressions, { maxKeys: 3 }),
      fields: fc.dictionary(names, fc.dictionary(accumulator, references, { maxKeys: 1 }), { maxKeys: 3 }),
    },
    TYPED,
  ),
  fc.record(
    { type: fc.constant('match'), filter: fc.dictionary(names, fc.oneof(values, operators), { maxKeys: 4 }) },
    TYPED,
  ),
  fc.record({
    type: fc.constant('project'),
    specs: fc.dictionary(names, fc.constantFrom<unknown>(0, 1, true, false, 2, null), { maxKeys: 4 }),
  }),
  fc.record({
    type: fc.constant('sort'),
    specs: fc.dictionary(names, fc.constantFrom<unknown>(1, -1, 0, '1'), { maxKeys: 4 }),
  }),
  fc.record({
    type: fc.oneof(fc.constantFrom<string>(...STAGE_TYPES, '$out', '$merge', '$function'), fc.string()),
    filter: values,
    specs: values,
  }),
  values,
);
const bodies = fc.oneof(
  fc.record(
    {
      type: fc.oneof(fc.constantFrom<unknown>(...PAIRING_FILTERS, ''), values),
      filter: fc.oneof(fc.constantFrom<unknown>(...CONNECTIVITY_VALUES), values),
      productID: fc.oneof(names, values),
    },
    ANY,
  ),
  fc.record(
    {
      deviceID: fc.oneof(fc.constantFrom(...TEST_FLEET.map(({ deviceID }) => deviceID)), names, values),
      path: fc.oneof(fc.constantFrom<unknown>(...DEVICE_FIELD_NAMES), names, values),
    },
    ANY,
  ),
  fc.record(
    {
      collection: fc.oneof(fc.constant('c'), names, values),
      index: fc.oneof(fc.record({ documentID: fc.oneof(fc.constant('a'), names, values) }), values),
      pipeline: fc.oneof(fc.array(stages, { maxLength: 5 }), values),
      nPage: fc.oneof(fc.constantFrom<unknown>(0, 1, 2, '1', null), values),
      pageSize: fc.oneof(fc.constantFrom<unknown>(1, 1000, null), values),
    },
    ANY,
  ),
  fc.dictionary(names, values),
  values,
);
const texts = bodies.map((body) => JSON.stringify(body) ?? '');
const damaged = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(200), fc.string({ maxLength: 3 })), { maxLength: 3 }))
  .map(([text, cuts]) =>
    cuts.reduce((whole, [at, piece]) => whole.slice(0, at) + piece + whole.slice(at + piece.length), text),
  );
const path = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('/api/devices/get', '/api/device/get', '/api/datastore/pipeline') },
  { weight: 1, arbitrary: fc.webPath().map((rest) => `/api${rest}`) },
);
const query = fc.oneof(
  { weight: 20, arbitrary: fc.constant(`?apiKey=${TEST_KEY}`) },
  { weight: 1, arbitrary: fc.webQueryParameters().map((rest) => `?${rest}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '?apiKey', '?apiKey=%00', '?apiKey=%ff', `?apiKey=${TEST_KEY}&apiKey=x`),
  },
);
const headers = fc.record({
  authorization: fc.oneof(
    { weight: 20, arbitrary: fc.constant(TEST_TOKEN) },
    { weight: 1, arbitrary: fc.base64String() },
  ),
  'content-type': fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json;', 'x') },
  ),
});
export const arbitraryRequest = fc.record({
  path,
  query,
  headers,
  method: fc.oneof(
    { weight: 30, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'OPTIONS') },
  ),
  body: fc.oneof<fc.MaybeWeightedArbitrary<string | Uint8Array>[]>(
    { weight: 10, arbitrary: texts },
    { weight: 3, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  ),
});

export type FuzzRequest = typeof arbitraryRequest extends fc.Arbitrary<infer Request> ? Request : never;
