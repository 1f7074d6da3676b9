import fc from 'fast-check';

const SCALARS = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '25', '1.0', '1e400', '12345678901234567890', '"25"', '"a, b"', '""'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const NAMES = fc
  .oneof(fc.constantFrom('10', '9', 'a', 'b.c', '__proto__', 'constructor', ' a', ''), fc.string({ unit: 'binary' }))
  .map((name) => JSON.stringify(name));

function objectOf(names: fc.Arbitrary<string>, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map((entries) => `{${entries.map(([name, value]) => `${name}:${value}`).join(',')}}`);
}

const VALUES = fc.oneof(
  SCALARS,
  objectOf(NAMES, SCALARS),
  fc.array(SCALARS, { maxLength: 3 }).map((all) => `[${all}]`),
);
const OPERATORS = objectOf(
  fc.constantFrom('"$eq"', '"$ne"', '"$gt"', '"$gte"', '"$lt"', '"$lte"', '"$in"', '"$exists"', '"$regex"'),
  VALUES,
);
const FLAGS = fc.constantFrom('1', '0', '-1', 'true', '1.0');

/** JSON texts of stages, without space: of every kind, in every order, with members given twice. */
export const STAGE_TEXTS: fc.Arbitrary<string> = fc.oneof(
  objectOf(NAMES, fc.oneof(VALUES, OPERATORS)).map((filter) => `{"type":"match","filter":${filter}}`),
  objectOf(fc.oneof(NAMES, fc.constant('"documentID"')), FLAGS).map((specs) => `{"type":"project","specs":${specs}}`),
  objectOf(NAMES, FLAGS).map((specs) => `{"type":"sort","specs":${specs}}`),
  objectOf(fc.oneof(NAMES, fc.constant('"type"')), VALUES),
  objectOf(NAMES, VALUES).map((filter) => `{"filter":${filter},"type":"match"}`),
);
