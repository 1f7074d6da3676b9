import { describe, expect, test } from 'vitest';
import type { ColumnType } from './columns/csvColumn.ts';
import type { ColumnMapping, CsvSheet } from './csvSheet.ts';
import type { RawRecord } from './rawRecord.ts';
import { describeCsvDialect, detectCsvDialect } from './readCsvRecords.ts';
import { type InputFormat, readRawRecords } from './readRawRecords.ts';

const CELLS = ['true', '-1.50', '9007199254740993', 'null', '1.25e5'];
const numberRecord = (a: string, at: number) => `${at + 2} {"a":${a}}`;

describe('records in a file', () => {
  test.each<[string, InputFormat, string, string[]]>([
    ['lines', 'json', '{"a":1}\n\n  {"b":2}  \r\n{"c":3}', ['1 {"a":1}', '3 {"b":2}', '4 {"c":3}']],
    ['no lines', 'json', '', []],
    ['a byte order mark', 'json', '\ufeff{"a":1}', ['1 {"a":1}']],
    ['an array', 'json', '[{"a":[1,{"x":"]},"}]},\n {"b":"\\"],"}]', ['1 {"a":[1,{"x":"]},"}]}', '2 {"b":"\\"],"}']],
    ['an array on many lines', 'json', '[\n  {\n    "a": 1\n  }\n]\n', ['2 {\n    "a": 1\n  }']],
    ['an empty array', 'json', ' [ ] ', []],
    ['an array of values that are not records', 'json', '[5,[1]]', ['1 5', '1 [1]']],
    ['an object on many lines', 'json', '{\n  "a": 1\n}\n', ['1 {\n  "a": 1\n}']],
    ['objects on many lines', 'json', '{\n"a":1}\n\n{\n"b":[2]}', ['1 {\n"a":1}', '4 {\n"b":[2]}']],
    ['objects back to back', 'json', '{"a":"}{"}{"b":2}{"c":3}\n', ['1 {"a":"}{"}', '1 {"b":2}', '1 {"c":3}']],
    ['one line', 'json', ' {"a":1}', ['1 {"a":1}']],
    ['an object that is not closed', 'json', '{"a":1}{"b":', ['1 {"a":1}', '1 {"b":']],
    ['values that are not records', 'json', '5 "a b"\nnull', ['1 5', '1 "a b"', '2 null']],
    [
      'spaces around cells',
      'csv',
      'a , b\n x\u00a0, "y " \n" ",\u202fz\n',
      ['2 {"a":"x","b":"y "}', '3 {"a":" ","b":"z"}'],
    ],
    ['spaces around tabs', 'csv', 'a\tb\n x \t\n\t y\n', ['2 {"a":"x"}', '3 {"b":"y"}']],
    [
      'quotes within cells',
      'csv',
      'a,b\n19" wide,5\'10"\n"3"" x 4""",x"y"z\n',
      [`2 {"a":"19\\" wide","b":"5'10\\""}`, '3 {"a":"3\\" x 4\\"","b":"x\\"y\\"z"}'],
    ],
    ['a quote in a heading', 'csv', 'screen 19",b\n1,2\n', ['2 {"screen 19\\"":1,"b":2}']],
    ['rows without their last cells', 'csv', 'a,b,c\n1\n1,2\n', ['2 {"a":1}', '3 {"a":1,"b":2}']],
    ['a separator at the end of rows', 'csv', 'a,b\n1,2,\n1,2\n', ['2 {"a":1,"b":2}', '3 {"a":1,"b":2}']],
    ['a separator at the end of the headings', 'csv', 'a;b;\n1;2\n1;2;\n', ['2 {"a":1,"b":2}', '3 {"a":1,"b":2}']],
    ['rows without values', 'csv', 'a,b\n1,2\n,\n , \n\n', ['2 {"a":1,"b":2}']],
    [
      'annotations of InfluxDB',
      'csv',
      '#group,false\r\n#default,_result,\r\n,id,n\r\n,a,21.5\r\n',
      ['4 {"id":"a","n":21.5}'],
    ],
    ['comments before the headings', 'csv', '# exported\n\n#\u00a02026\n#,a\n#1,2\n', ['5 {"#":"#1","a":2}']],
    [
      'marked cells',
      'csv',
      `a,b,c\n'-pump,'007,'tis\n="007",=5,"=""a""""b"""\n=1+1,"=""""",''=x\n`,
      [`2 {"a":"-pump","b":"007","c":"'tis"}`, '3 {"a":"007","b":5,"c":"a\\"b"}', `4 {"a":"=1+1","b":"","c":"'=x"}`],
    ],
    ['quoted names in headings', 'csv', 'id,"""a.b"".c","""$d"""\n1,2,3\n', ['2 {"id":1,"a.b":{"c":2},"$d":3}']],
    ['rows', 'csv', 'a,b\n1,x\n', ['2 {"a":1,"b":"x"}']],
    [
      'quoted cells',
      'csv',
      'a,"b""c"""\r\n"1, 2","x\ny"\r\n3,4',
      ['2 {"a":"1, 2","b\\"c\\"":"x\\ny"}', '4 {"a":"3","b\\"c\\"":"4"}'],
    ],
    ['cells of every type', 'csv', `a\n${CELLS.join('\n')}\n"{""b"":[1]}"`, [...CELLS, '{"b":[1]}'].map(numberRecord)],
    ['spreadsheet cells', 'csv', 'a\nTRUE\nFalse\n"TRUE"\n', ['2 {"a":true}', '3 {"a":false}', '4 {"a":true}']],
    ['lines that end in CR', 'csv', 'a,b\r1,"x\ry"\r\r3,4\r', ['2 {"a":1,"b":"x\\ry"}', '5 {"a":3,"b":"4"}']],
    ['semicolons', 'csv', 'a;b,c;d\r\n1,x;2;3\r\n', ['2 {"a":"1,x","b,c":2,"d":3}']],
    ['numeric headings', 'csv', 'b,2,1\n5,6,7\n', ['2 {"b":5,"2":6,"1":7}']],
    ['tabs', 'csv', 'a\tb\n1\t"x;y"\n', ['2 {"a":1,"b":"x;y"}']],
    ['vertical bars', 'csv', 'a|b\n1|2\n', ['2 {"a":1,"b":2}']],
    ['headings with other delimiters in quotes', 'csv', '"a,b,c,d";e\n1;2\n', ['2 {"a,b,c,d":1,"e":2}']],
    ['headings with dots', 'csv', 'a.b,c,a.d.e\n1,2,3\n,2,\n', ['2 {"a":{"b":1,"d":{"e":3}},"c":2}', '3 {"c":2}']],
    ['a column without a heading and cells', 'csv', 'a,,\n1,,\n', ['2 {"a":1}']],
    ['empty lines', 'csv', '\n\na\n\n1\n\n', ['5 {"a":1}']],
    ['a byte order mark and headings only', 'csv', '\ufeffa,b\n', []],
    ['empty cells', 'csv', 'a,b\n,2\n', ['2 {"b":2}']],
  ])('reads %s', async (_, format, text, expected) => {
    // every way to split the bytes must give the same records, including multi-byte characters and escapes
    for (const size of [1, 2, 3, 7, 1000]) {
      const records = await all(readRawRecords(pieces(Buffer.from(text), size), { format }));
      expect(records.map(({ line, text: record }) => `${line} ${record}`)).toEqual(expected);
    }
  });

  test.each<[string, InputFormat, string | Uint8Array, string]>([
    ['bytes that are not UTF-8', 'json', Uint8Array.of(0x7b, 0x7d, 0x0a, 0xff), 'the text is not valid UTF-8 near'],
    ['text in another encoding', 'csv', Buffer.from('id\né', 'latin1'), 'select another encoding with --encoding'],
    ['an incomplete character', 'json', new Uint8Array([0x7b, 0xc3]), 'the text is not valid UTF-8 near this line'],
    ['an unterminated array', 'json', '[{"a":1},', 'the JSON array is not closed'],
    ['text after an array', 'json', '[] []', 'unexpected text after the end of the JSON array'],
    ['a duplicate column', 'csv', 'a,a\n', 'the column "a" occurs twice'],
    ['an unterminated quote', 'csv', 'a\n"x\n', 'a quoted cell is not closed'],
    ['text after a quote', 'csv', 'a\n"x"y\n', 'unexpected text after the closing quote of a cell'],
    ['a parent after its field', 'csv', 'a.b,a\n', 'the column "a" is both a value and a parent of other columns'],
    ['a field after its parent', 'csv', 'a,a.b\n', 'the column "a.b" is both a value and a parent of other columns'],
    ['a heading with a dot', 'csv', 'No.,a\n', '"No." is not a valid field name. Rename it with --map "No.=NAME"'],
    ['a heading that is an operator', 'csv', '$ne\n', '"$ne" is not a valid field name'],
    ['records with commas', 'json', '{"a":1},\n{"b":2}', 'unexpected comma: write records with commas between them'],
    ['a missing comma', 'json', '[{"a":1}\n{"b":2}]', 'a comma is missing between two records'],
    ['headings without names', 'csv', '1,2\n3,4\n', 'the first row contains no names: "1", "2". Add a row'],
    [
      'UTF-16 without a byte order mark',
      'csv',
      Buffer.from('id\n', 'utf16le'),
      'contains NUL characters, as UTF-16 does',
    ],
    ['a comma before a record', 'json', '[,{}]', 'unexpected comma: a record is missing before or after it'],
    ['an endless record', 'json', Buffer.alloc(17 * 1024 * 1024, 'x'), 'the record is longer than 16 MiB'],
    ['an endless element', 'json', `["${'x'.repeat(2 ** 24)}`, 'the record is longer than 16 MiB'],
    ['an endless row', 'csv', `a\n"${'x'.repeat(2 ** 24 + 9)}`, 'the record is longer than 16 MiB'],
  ])('rejects %s', async (_, format, text, message) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    await expect(all(readRawRecords(pieces(bytes, 65_536), { format }))).rejects.toThrow(message);
  });
});

describe('a CSV file', () => {
  test.each([
    ['a;b;c\r\n1;2;3', 'semicolon, 3 columns'],
    ['a\tb\n', 'tab, 2 columns'],
    ['"a\n,",b\r1,2', 'comma, 2 columns'],
    ['a', 'comma, 1 column'],
  ])('%j is %s', (text, expected) => {
    expect(describeCsvDialect(detectCsvDialect(text))).toBe(expected);
  });

  const devices = {
    named: new Map(),
    types: new Map<string, ColumnType>([
      ['id', 'blank'],
      ['admin', 'blank'],
      ['up', 'boolean'],
      ['at', 'time'],
    ]),
    required: ['id'],
    defaults: new Map(),
  };
  const read = (text: string, columns: ColumnMapping = devices, onSheet: (sheet: CsvSheet) => void = () => undefined) =>
    all(readRawRecords(pieces(Buffer.from(text), 5), { format: 'csv', columns, onSheet }));

  test('has boolean columns in one pair of words, with an example', async () => {
    let sheet: CsvSheet | undefined;
    const text = 'id,up\n1,Ja\n2,nein\n3,ja\n4,no\n5,maybe\n6,\n7,true\n';
    const found = await read(text, devices, (opened) => {
      sheet = opened;
    });
    const problem = (cell: string) =>
      `up: expected true or false, or one pair of words such as yes and no, found "${cell}"`;
    expect(found.map(({ text, problem }) => problem ?? text)).toEqual([
      '{"id":"1","up":true}',
      '{"id":"2","up":false}',
      '{"id":"3","up":true}',
      problem('no'),
      problem('maybe'),
      '{"id":"6"}',
      problem('true'),
    ]);
    expect(sheet?.describeColumns()).toContain('up: yes/no, for example Ja, stored as true');
    expect((await read('id,up\n1,TRUE\n2,False\n')).map(({ text }) => text)).toEqual([
      '{"id":"1","up":true}',
      '{"id":"2","up":false}',
    ]);
  });

  test('has time columns, in milliseconds or ISO 8601, in UTC if without an offset', async () => {
    const same = '1767225600000|2026-01-01|2026-01-01T01:00:00+01:00|2026-01-01 00:00|2025-12-31t19:00:00.000-0500';
    const cells = `${same}|"2026-01-01 00:00:00,0Z"||2026-02-30|soon`.split('|');
    const text = `id,at\n${cells.map((cell) => `1,${cell}\n`).join('')}`;
    const found = await read(text);
    const problem = (cell: string) =>
      expect.stringContaining(`at: expected a time such as 2026-01-31T12:00:00Z or milliseconds, found "${cell}"`);
    expect(found.map(({ text, problem }) => problem ?? text)).toEqual([
      ...Array.from({ length: 6 }, () => '{"id":"1","at":1767225600000}'),
      '{"id":"1"}',
      ...['2026-02-30', 'soon'].map(problem),
    ]);
  });

  test('has columns of text, with empty text for some empty cells, and renamed and dropped columns', async () => {
    const named = new Map([
      ['No.', 'id'],
      ['x', ''],
    ]);
    const found = await read('No.,admin,x,y\n5,,6,7\ntrue,,,\n', { ...devices, named });
    expect(found.map(({ text }) => text)).toEqual(['{"id":"5","admin":"","y":7}', '{"id":"true","admin":""}']);
  });

  test.each([
    ['n\n1', new Map(), 'missing column: id. The columns are "n". To rename a column, use --map "HEADING=id"'],
    ['id\n1', new Map([['n', 'm']]), 'no column is named "n". The columns are "id"'],
  ])('%j with the mapping %j lacks a column', async (text, named, message) => {
    await expect(read(text, { ...devices, named })).rejects.toThrow(message);
  });

  test('continues after an invalid row', async () => {
    const lost = 'column 3 has no heading, but contains "5"; the row has 3 cells, the first row 2. Name the column in';
    expect(await read('id,n\n1,4,5\n2,3\n')).toEqual([
      { line: 2, text: '', problem: expect.stringContaining(lost) },
      { line: 3, text: '{"id":"2","n":3}' },
    ]);
    expect(await read('id,\n1,5\n')).toMatchObject([{ problem: expect.stringMatching(/^column 2 has no heading/) }]);
  });

  test.each([
    ['utf-16le', Buffer.from('\ufeffid\tn\r\né\t1\r\n', 'utf16le'), undefined],
    ['utf-16be', Buffer.from('\ufeffid\tn\r\né\t1\r\n', 'utf16le').swap16(), undefined],
    ['windows-1252', Buffer.from('id;n\r\né;1\r\n', 'latin1'), 'windows-1252' as const],
  ])('is read in %s', async (_, bytes, encoding) => {
    const found = await all(readRawRecords(pieces(bytes, 7), { format: 'csv', ...(encoding && { encoding }) }));
    expect(found).toEqual([{ line: 2, text: '{"id":"é","n":1}' }]);
  });
});

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(found: AsyncIterable<RawRecord[]>): Promise<RawRecord[]> {
  const records: RawRecord[] = [];
  for await (const some of found) records.push(...some);
  return records;
}
