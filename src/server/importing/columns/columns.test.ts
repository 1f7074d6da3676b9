import { expect, test } from 'vitest';
import { planCsvColumnsFromBytes, readRawRecords } from '#server/importing/readRawRecords.ts';
import type { DateOrder } from './dates.ts';
import type { ImportedColumnReport } from './importedColumnReport.ts';

const columns = {
  named: new Map(),
  text: new Set(['id']),
  blank: new Set(['id']),
  booleans: new Set(['up']),
  times: new Set(['at']),
  required: [],
  defaults: new Map(),
};

async function read(sheet: string, { dates, isPlanned = true }: { dates?: DateOrder; isPlanned?: boolean } = {}) {
  const chunks = async function* () {
    for (let at = 0; at < sheet.length; at += 7) yield Buffer.from(sheet.slice(at, at + 7));
  };
  const notes: string[] = [];
  const reports: ImportedColumnReport[] = [];
  const reading = {
    format: 'csv' as const,
    columns,
    dates,
    onNote: (note: string) => void notes.push(note),
    onColumnReports: (told: readonly ImportedColumnReport[]) => void reports.splice(0, reports.length, ...told),
  };
  const plans = isPlanned ? await planCsvColumnsFromBytes(chunks(), reading) : undefined;
  const records: string[] = [];
  for await (const some of readRawRecords(chunks(), { ...reading, plans })) {
    records.push(...some.map(({ line, text, problem }) => (problem ? `Line ${line}: ${problem}` : text)));
  }
  return { records, notes, types: reports.map((report) => report.describe()) };
}

const DECEMBER_31 = Date.UTC(2025, 11, 31);
const FEBRUARY_1 = Date.UTC(2025, 1, 1);
const JANUARY_2 = Date.UTC(2025, 0, 2);
const [HALF_HOUR, ONE_PM] = [1_800_000, 13 * 3_600_000];
const USE = 'Use --dates dmy for day first, or --dates mdy for month first';
const LINE_3 = `line 3 has "12/31/2025", with the month first. ${USE}`;
const EITHER = `Line 2: at: "01.02.2025" can mean 2025-02-01 or 2025-01-02. ${USE}`;
const BOTH = [2, 3].map((line) => `Line ${line}: at: line 2 has "31.12.2025", with the day first, but ${LINE_3}`);
const WRONG = [
  'Line 2: at: "31.12.2025" is not a valid date with the month first',
  'Line 3: at: expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found "30.02.2025"',
  'Line 4: at: "31.12.25" has a two-digit year. Write years with four digits',
];
const NOT_ISO = 'Line 2: at: "31.12.2025" is not a date such as 2026-01-31, which --dates iso requires';

test.each<[string, string[], (string | number)[], DateOrder?]>([
  ['are not detected if every cell is ambiguous', ['01.02.2025'], [EITHER]],
  ['are read if both orders give the same date', ['01.01.2025'], [Date.UTC(2025, 0, 1)]],
  ['are not detected if a column has both orders', ['31.12.2025', '12/31/2025'], BOTH],
  ['are read in the order of --dates', ['01.02.2025', '2025-02-01'], [JANUARY_2, FEBRUARY_1], 'mdy'],
  ['that contradict --dates are rejected', ['31.12.2025', '30.02.2025', '31.12.25'], WRONG, 'mdy'],
  ['are rejected with --dates iso', ['31.12.2025'], [NOT_ISO], 'iso'],
])('dates of a device %s', async (_, cells, expected, dates) => {
  const { records, notes } = await read(['at', ...cells, ''].join('\n'), dates ? { dates } : {});
  const texts = expected.map((value) => (typeof value === 'number' ? `{"at":${value}}` : value));
  expect({ records, notes }).toEqual({ records: texts, notes: [] });
});

test.each([
  ['day, month, year', ['01.02.2025', '31.12.2025 13:00'], [FEBRUARY_1, DECEMBER_31 + ONE_PM]],
  ['month, day, year', ['01/02/2025 12:30 AM', '12/31/2025 1:00 PM'], [JANUARY_2 + HALF_HOUR, DECEMBER_31 + ONE_PM]],
])('dates of a device are read as %s because of one unambiguous cell', async (order, cells, expected) => {
  const { records, notes } = await read(['at', ...cells, ''].join('\n'));
  expect(records).toEqual(expected.map((at) => `{"at":${at}}`));
  const note = `at: dates are read as ${order}, because line 3 has "${cells[1]}". To change this, use --dates.`;
  expect(notes).toEqual([note]);
});

test('dates require --dates when the input may be endless', async () => {
  const { records } = await read('at\n31.12.2025\n', { isPlanned: false });
  expect(records).toEqual([`Line 2: at: with --commit-every, the order of day and month is not detected. ${USE}`]);
  const told = await read('at;n\n31.12.2025;1,5\n', { isPlanned: false, dates: 'dmy' });
  expect(told.records).toEqual([`{"at":${DECEMBER_31},"n":1.5}`]);
});

const [DAY, MAYBE] = ['31.12.2025', '01.02.2025'];
const AS_TIME = `"${MAYBE}" can mean 2025-02-01 or 2025-01-02; to read it as a time, add --dates dmy or --dates mdy`;
const IN_ROWS = `time in 1 row, for example ${DAY}, stored as ${DECEMBER_31} (2025-12-31T00:00:00Z) in line 2; null in`;

test.each<[string, string, string, string, DateOrder?]>([
  ['unambiguous dates', `${DAY};\nnull;`, `${DECEMBER_31} null`, IN_ROWS],
  ['ambiguous dates', `${MAYBE};`, `"${MAYBE}"`, `text, for example "${MAYBE}" (${AS_TIME})`],
  ['ambiguous dates, with --dates', `${MAYBE};`, `${FEBRUARY_1}`, `time, for example ${MAYBE}, stored as`, 'dmy'],
  ['dates mixed with other text', `${DAY};\nsoon;`, `"${DAY}" "soon"`, `text, for example "${DAY}"`],
  [
    'ISO times',
    '2025-12-31;',
    '"2025-12-31"',
    'text, for example "2025-12-31" (to read it as a time, add --dates iso)',
  ],
  ['ISO times, with --dates iso', '2025-12-31;', `${DECEMBER_31}`, 'time, for example 2025-12-31, stored as', 'iso'],
  ['decimal commas', '1,50;\n-0,125;\n1.234,5;\n1.234;', '1.50 -0.125 1234.5 1234', 'number, for example 1,50'],
  [
    'numbers and an error',
    '7,5;\n#NV;',
    '7.5 "#NV"',
    'number in 1 row, for example 7,5, stored as 7.5 in line 2; text',
  ],
  ['semicolons and three decimals', '21,375;', '21.375', 'number, for example 21,375, stored as 21.375'],
  ['commas and points', '1,5;\n2.5;', '"1,5" 2.5', 'text in 1 row, for example "1,5" in line 2; number in 1 row'],
  ['decimal commas in quotes', '"21,375",\n"1,5",', '21.375 1.5', 'number, for example 21,375, stored as 21.375'],
  ['ambiguous commas', '"21,375",', '"21,375"', 'text, for example "21,375" (the comma may be a decimal or a'],
  ['thousands separators', '"1,234,567",', '"1,234,567"', 'text, for example "1,234,567"'],
])('a column of %s', async (_, rows, values, type, dates) => {
  const heading = rows.endsWith(';') ? 'x;y' : 'x,y';
  const { records, types } = await read(`${heading}\n${rows}\n`, dates ? { dates } : {});
  expect(records).toEqual(values.split(' ').map((value) => `{"x":${value}}`));
  expect(types[0]?.slice(0, type.length + 3)).toBe(`x: ${type}`);
});

test.each([
  ['no cells', 'x,y\n,1', '{"y":1}', 'x: empty'],
  ['words', 'up,y\nJa,', '{"up":true}', 'up: yes/no, for example Ja, stored as true'],
  ['text that looks like a number', 'id,y\n"1,5",', '{"id":"1,5"}', 'id: text, for example "1,5"'],
  [
    'control characters',
    'id,y\n\u001b\u009b1m,',
    '{"id":"\\u001b\u009b1m"}',
    'id: text, for example "\\u001b\\u009b1m"',
  ],
])('a column of %s', async (_, sheet, record, type) => {
  const { records, types } = await read(`${sheet}\n`);
  expect([records, types[0]]).toEqual([[record], type]);
});

test('a sheet with a sep= line counts its lines correctly', async () => {
  for (const first of ['sep=;\r\n', '"sep=;"\r\n', 'SEP=;\n']) {
    const { records } = await read(`${first}id;at\r\na,b;1\r\nc;x\r\n`);
    expect(records).toEqual(['{"id":"a,b","at":1}', expect.stringMatching(/^Line 4: at: expected a time/)]);
  }
  await expect(read('sep=|\nid|id\n')).rejects.toMatchObject({ line: 2, message: 'the column "id" occurs twice' });
});
