import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  explainUnsupportedField,
  explainUnsupportedValue,
  formatFieldPath,
  parseFieldKey,
  toFieldKey,
} from './fieldPath.ts';

const PATHS = fc.array(fc.oneof(fc.constantFrom('a', 'a.b', '', '["a"]', '[', '__proto__'), fc.string()), {
  minLength: 1,
  maxLength: 3,
});

test('a path survives a round trip through its key', () => {
  fc.assert(
    fc.property(PATHS, (path) => {
      expect(parseFieldKey(toFieldKey(path))).toEqual(path);
    }),
  );
});

test.each([
  [['gps', 'lat'], 'gps.lat', undefined],
  [['__proto__'], '__proto__', undefined],
  [['constructor', 'name'], 'constructor.name', undefined],
  [['a.b'], '"a.b"', 'Cannot query "a.b": the API reads a dot as the path to a nested field.'],
  [['a', 'b.c'], 'a."b.c"', 'Cannot query a."b.c": the API reads a dot as the path to a nested field.'],
  [['$cost'], '$cost', 'Cannot query $cost: the API reserves names that begin with $ for operators.'],
  [[''], '(no name)', 'Cannot query (no name): a field needs a name.'],
])('formats %j as %s', (path, label, refusal) => {
  expect(formatFieldPath(path)).toBe(label);
  expect(explainUnsupportedField(path)).toBe(refusal);
});

test('reports a value that contains an operator name as unsupported', () => {
  expect(explainUnsupportedValue([1, { a: [{ $cost: 1 }] }])).toContain('Cannot query this value');
  for (const value of ['$cost', null, 3, { a: ['$b'] }]) expect(explainUnsupportedValue(value)).toBeUndefined();
});
