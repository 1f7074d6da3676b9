import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine, removeFormulaGuard } from './csv.ts';

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
      expect(row.map(removeFormulaGuard)).toEqual(cells.map((one) => (typeof one === 'string' ? one : one.text)));
      for (const read of row) expect(/^[=+@\t\r]/.test(read)).toBe(false);
    }),
  );
});
