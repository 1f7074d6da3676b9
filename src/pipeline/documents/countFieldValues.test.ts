import { expect, test } from 'vitest';
import { ExactNumber, type JsonObject } from '#lib/json/json.ts';
import { countFieldValues } from './countFieldValues.ts';

const seen = (...documents: JsonObject[]) => documents.map((document) => ({ document, isComplete: true }));

test('sorts values by frequency, and distinguishes numbers from texts, and missing from null', () => {
  const documents = seen({ a: 25 }, { a: '25' }, { a: '25' }, { a: null }, {}, { a: { b: 1 } });
  const { values, missing, documents: all } = countFieldValues(documents, ['a'], undefined);
  expect(values.map(({ value }) => value)).toEqual(['25', 25, null, { b: 1 }]);
  expect(values.map(({ count }) => count)).toEqual([2, 1, 1, 1]);
  expect({ missing, all }).toEqual({ missing: 1, all: 6 });
});

test('an incomplete document does not count for fields that it lacks', () => {
  const some = [{ document: { b: 1 }, isComplete: false }, ...seen({ a: 1 })];
  const { documents, missing } = countFieldValues(some, ['a'], undefined);
  expect({ documents, missing }).toEqual({ documents: 1, missing: 0 });
});

test('sorts numbers in ascending order, including those beyond a double, and gives times in ms', () => {
  const numbers = (documents: JsonObject[], unit?: 's' | 'iso') => [
    ...countFieldValues(seen(...documents), ['a'], unit).numbers,
  ];
  const mixed = [{ a: 3 }, { a: new ExactNumber('9007199254740993') }, { a: 'x' }, { a: -1 }];
  expect(numbers(mixed)).toEqual([-1, 3, 9007199254740992]);
  expect(numbers([{ a: 2 }], 's')).toEqual([2000]);
  expect(numbers([{ a: '1970-01-01T00:00:01Z' }], 'iso')).toEqual([1000]);
});

test('distinguishes nested fields from names with a dot', () => {
  const documents = seen({ 'a.b': 1, a: { b: 2 } });
  expect(countFieldValues(documents, ['a', 'b'], undefined).values[0]?.value).toBe(2);
  expect(countFieldValues(documents, ['a.b'], undefined).values[0]?.value).toBe(1);
});
