import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvHeading, formatCsvLine, parseCsvHeading, parseMarkedCell, toCsvCell } from './csv.ts';

const readText = (cell: string) => {
  const marked = parseMarkedCell(cell);
  return marked?.startsWith('"') ? JSON.parse(marked) : cell;
};

test.each([
  ['=1+1', `'=1+1`],
  ['+41 44', `'+41 44`],
  ['@user', `'@user`],
  ['-5', '-5'],
  ['-5 °C', `'-5 °C`],
  ['00123', '00123'],
  ["'=1", `''=1`],
  ["'tis", "'tis"],
  ['a "b", c', '"a ""b"", c"'],
  [{ text: '00123' }, `'00123`],
  [{ text: '1E5' }, `'1E5`],
  [{ text: '-5' }, `'-5`],
  [{ text: 'A-1' }, 'A-1'],
  [{ text: '.5' }, `'.5`],
  [{ text: '../../login' }, '../../login'],
  [{ text: 'TRUE' }, `'TRUE`],
  [{ text: '[1]' }, `'[1]`],
  [{ text: '' }, '""'],
  [' padded\u00a0', '" padded\u00a0"'],
])('%j is written as %s', (cell, line) => {
  expect(formatCsvLine([cell])).toBe(`${line}\r\n`);
});

test('values survive a round trip, and no cell starts a formula', () => {
  const start = fc.constantFrom('', '=', '+', '-', '@', "'", "''", '0', '-1', '.', '\t', '\r', '"', ',');
  const text = fc.tuple(start, start, fc.string()).map((parts) => parts.join(''));
  const cell = fc.oneof(
    text,
    text.map((one) => ({ text: one })),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = formatCsvLine(cells);
      const rows: string[][] = parse(line, { relax_column_count: true, record_delimiter: '\r\n' });
      const [row = ['']] = rows;
      expect(row.map(readText)).toEqual(cells.map((one) => (typeof one === 'string' ? one : one.text)));
      for (const read of row) expect(/^[=+@\t\r]/.test(read)).toBe(false);
    }),
  );
});

test.each([
  [undefined, 'any', ''],
  [null, 'any', 'null'],
  [null, 'text', ''],
  ['', 'text', '""'],
  ['', 'any', '"="""""'],
  ['5', 'text', '5'],
  ['5', 'any', `'5`],
  ['a"b', 'number', '"=""a""""b"""'],
  [5, 'number', '5'],
  [5, 'any', '=5'],
  [1e-7, 'number', '1.0e-7'],
  [true, 'any', 'true'],
  [{ a: 'x\u202ey' }, 'any', '"{""a"":""x\\u202ey""}"'],
  // an evaluation of the cell must not leave the text
  ['\u0007"&cmd', 'any', '"=""\\u0007""""&cmd"""'],
  ['tab\t\\', 'any', '"=""tab\\u0009\\u005c"""'],
  ['two\r\nlines', 'any', '"two\r\nlines"'],
] as const)('%j in a column of type %s is written as %s', (value, type, cell) => {
  expect(formatCsvLine([toCsvCell(value, type)])).toBe(`${cell}\r\n`);
});

test.each([
  [['gps', 'lat'], 'gps.lat'],
  [['a.b', 'c'], '"a.b".c'],
  [['$ne'], '"$ne"'],
  [[''], '""'],
  [['(x)'], '"(x)"'],
  [['a\u0007"'], '"a\\u0007\\""'],
  [['connectivity'], '"connectivity"'],
])('the field %j has the heading %s', (path, heading) => {
  expect(formatCsvHeading(path)).toBe(heading);
  expect(parseCsvHeading(heading)).toEqual(path);
});

test.each(['$ne', 'a..b', '', 'No.'])('the heading %j is not a field', (heading) => {
  expect(parseCsvHeading(heading)).toBeUndefined();
});
