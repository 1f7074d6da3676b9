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

test('has the columns of the table, times in the time display of the page, and their epochs', () => {
  expect(csv(DOCUMENTS, 'utc')).toEqual([
    'documentID,location.site,location.x,at,at_epoch,iso,iso_epoch',
    `a,Yard,1,2026-01-02 03:04:05Z,${AT},2026-01-02 03:04:05Z,${AT}`,
    'b,Quay,,,,,',
    '',
  ]);
  const local = formatTime(AT, 'local', 0);
  expect(csv(DOCUMENTS, 'local')[1]).toBe(`a,Yard,1,${local},${AT},${local},${AT}`);
  // relative times would soon be outdated
  expect(csv(DOCUMENTS, 'relative')).toEqual(csv(DOCUMENTS, 'local'));
  const epoch = ['documentID,location.site,location.x,at,iso', `a,Yard,1,${AT},${AT}`];
  expect(csv(DOCUMENTS, 'epoch').slice(0, 2)).toEqual(epoch);
});

test('the epoch column does not reuse an existing name, and numbers keep every digit', () => {
  expect(csv([{ at: AT, at_epoch: 'x' }], 'utc')[0]).toBe('at,at__epoch,at_epoch');
  const document = parseJson('{"n":12345678901234567890,"list":[0.125]}');
  expect(csv([document as { n: unknown }], 'utc')[1]).toBe('12345678901234567890,[0.125]');
});

test('escapes invisible characters, and adds an apostrophe only where needed', () => {
  const odd = { 'a\u0007': 'bell\u0007 esc\u001b[31m \u202etxt', path: '../../login', run: '=1+1' };
  const [head, row] = csv([odd], 'utc');
  expect(head).toBe('a\\u0007,path,run');
  expect(row).toBe("bell\\u0007 esc\\u001b[31m \\u202etxt,../../login,'=1+1");
});

test('keeps line breaks in texts, and escapes other cursor movement', () => {
  const { row } = createDocumentCsvFormatter(createDocumentColumns([{ text: '' }], new Set()), 'utc');
  expect(row({ text: 'one\r\ntwo\nthree\tfour\rfive' })).toBe('"one\ntwo\nthree\\tfour\\rfive"\r\n');
});
