import { describe, expect, test } from 'vitest';
import { type FileRecord, type Format, readRecords } from './records.ts';

describe('records of a file', () => {
  test.each<[string, Format, string, [number, string][]]>([
    [
      'lines',
      'ndjson',
      '{"a":1}\n\n  {"b":2}  \r\n{"c":3}',
      [
        [1, '{"a":1}'],
        [3, '{"b":2}'],
        [4, '{"c":3}'],
      ],
    ],
    ['no lines', 'ndjson', '', []],
    ['a mark at the start', 'ndjson', '\ufeff{"a":1}', [[1, '{"a":1}']]],
    [
      'an array',
      'json',
      '[{"a":[1,{"x":"]},"}]},\n {"b":"\\"],"}]',
      [
        [1, '{"a":[1,{"x":"]},"}]}'],
        [2, '{"b":"\\"],"}'],
      ],
    ],
    ['an array on many lines', 'json', '[\n  {\n    "a": 1\n  }\n]\n', [[2, '{ "a": 1 }']]],
    ['an empty array', 'json', ' [ ] ', []],
    [
      'an array of what is no record',
      'json',
      '[5,[1]]',
      [
        [1, '5'],
        [1, '[1]'],
      ],
    ],
    ['rows', 'csv', 'a,b\n1,x\n', [[2, '{"a":1,"b":"x"}']]],
    [
      'cells that are quoted',
      'csv',
      'a,"b ""c"""\r\n"1, 2","x\ny"\r\n3,4',
      [
        [2, '{"a":"1, 2","b \\"c\\"":"x\\ny"}'],
        [4, '{"a":3,"b \\"c\\"":4}'],
      ],
    ],
    [
      'cells of every kind',
      'csv',
      'a\ntrue\n-1.50\n9007199254740993\n007\nnull\n1e5\n=1+1',
      [
        [2, '{"a":true}'],
        [3, '{"a":-1.50}'],
        [4, '{"a":9007199254740993}'],
        [5, '{"a":"007"}'],
        [6, '{"a":null}'],
        [7, '{"a":1e5}'],
        [8, '{"a":"=1+1"}'],
      ],
    ],
    ['empty cells', 'csv', 'a,b\n,2\n', [[2, '{"b":2}']]],
  ])('%s', async (_, format, text, expected) => {
    // every way to cut the bytes must read the same, multi-byte characters and escapes included
    for (const size of [1, 2, 3, 7, 1000]) {
      const records = await all(readRecords(pieces(Buffer.from(text), size), format));
      expect(records.map(({ line, text: record }) => [line, record])).toEqual(expected);
    }
  });

  test.each<[string, Format, Uint8Array, string]>([
    ['bytes that are not UTF-8', 'ndjson', new Uint8Array([0x7b, 0x7d, 0x0a, 0xff]), 'not UTF-8 from about here on'],
    ['half a character at the end', 'ndjson', new Uint8Array([0x7b, 0xc3]), 'not UTF-8 from about here on'],
    ['an array that does not end', 'json', Buffer.from('[{"a":1},'), 'the JSON array does not end'],
    ['what is no array', 'json', Buffer.from('{"a":1}'), 'expected a JSON array'],
    ['more than an array', 'json', Buffer.from('[] []'), 'more follows the end of the list'],
    ['a short row', 'csv', Buffer.from('a,b\n1\n'), 'expected 2 cells, found 1'],
    ['a column that is there twice', 'csv', Buffer.from('a,a\n'), 'the column "a" is there twice'],
    ['a quote that does not end', 'csv', Buffer.from('a\n"x\n'), 'a quoted cell does not end'],
  ])('%s', async (_, format, bytes, message) => {
    await expect(all(readRecords(pieces(bytes, 1000), format))).rejects.toThrow(message);
  });
});

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(found: AsyncIterable<FileRecord[]>): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const some of found) records.push(...some);
  return records;
}
