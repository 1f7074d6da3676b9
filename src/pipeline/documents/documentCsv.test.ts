import { expect, test } from 'vitest';
import { parseJson } from '#lib/json/parseJson.ts';
import { formatTime } from '#lib/time/time.ts';
import { createDocumentColumns } from './documentColumns.ts';
import { createDocumentCsvFormatter } from './documentCsv.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const DOCUMENTS = [
  { documentID: 'a', location: { site: 'Yard', x: 1 }, at: AT, iso: '2026-01-02T03:04:05.678Z' },
  { documentID: 'b', location: { site: 'Quay' }, at: null },
];

function csv(
  documents: Parameters<typeof createDocumentColumns>[0],
  mode: Parameters<typeof createDocumentCsvFormatter>[1],
) {
  const { head, row } = createDocumentCsvFormatter(createDocumentColumns(documents, new Set()), mode);
  return [head, ...documents.map(row)].join('').split('\r\n');
}

test('has the columns of the table, and times also in the time display of the page', () => {
  expect(csv(DOCUMENTS, 'utc')).toEqual([
    'documentID,location.site,location.x,at,(at),iso,(iso)',
    `a,Yard,1,${AT},2026-01-02 03:04:05Z,'2026-01-02T03:04:05.678Z,2026-01-02 03:04:05Z`,
    'b,Quay,,null,,,',
    '',
  ]);
  const local = formatTime(AT, 'local', 0);
  expect(csv(DOCUMENTS, 'local')[1]).toBe(`a,Yard,1,${AT},${local},'2026-01-02T03:04:05.678Z,${local}`);
  // relative times would soon be outdated
  expect(csv(DOCUMENTS, 'relative')).toEqual(csv(DOCUMENTS, 'local'));
  const epoch = ['documentID,location.site,location.x,at,iso,(iso)', `a,Yard,1,${AT},'2026-01-02T03:04:05.678Z,${AT}`];
  expect(csv(DOCUMENTS, 'epoch').slice(0, 2)).toEqual(epoch);
});

test('a field named like a second form of a time is quoted, and numbers keep every digit', () => {
  expect(csv([{ at: AT, '(at)': 'x' }], 'utc')[0]).toBe('at,(at),"""(at)"""');
  const document = parseJson('{"n":12345678901234567890,"list":[0.125]}');
  expect(csv([document as { n: unknown }], 'utc')[1]).toBe('12345678901234567890,[0.125]');
});

test('an object that is empty in a document remains one column', () => {
  expect(csv([{ o: { a: 1 } }, { o: {} }], 'utc')).toEqual(['o', '"{""a"":1}"', '{}', '']);
});

test('marks values of another type than their column, and adds an apostrophe only where needed', () => {
  const rows = [{ path: '../../login', run: '=1+1', n: 1 }, { path: 5, n: 'bell\u0007 \u202etxt' }, { n: 2 }, { n: 3 }];
  expect(csv(rows, 'utc').slice(0, 3)).toEqual([
    'path,run,n',
    `../../login,'=1+1,1`,
    '=5,,"=""bell\\u0007 \\u202etxt"""',
  ]);
});

test('keeps line breaks in texts, and escapes other cursor movement', () => {
  const { row } = createDocumentCsvFormatter(createDocumentColumns([{ text: '' }], new Set()), 'utc');
  expect(row({ text: 'one\r\ntwo\nthree' })).toBe('"one\r\ntwo\nthree"\r\n');
  expect(row({ text: 'three\tfour\rfive' })).toBe('"=""three\\u0009four\\u000dfive"""\r\n');
});
