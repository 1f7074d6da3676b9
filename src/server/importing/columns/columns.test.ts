import { expect, test } from 'vitest';
import type { CsvSheet } from '#server/importing/csvSheet.ts';
import { observeCsv, readRawRecords } from '#server/importing/readRawRecords.ts';
import type { ColumnType, CsvStyle } from './csvColumn.ts';

const columns = {
  named: new Map(),
  types: new Map<string, ColumnType>([
    ['id', 'blank'],
    ['up', 'boolean'],
    ['at', 'time'],
  ]),
  required: [],
  defaults: new Map(),
};

async function read(sheet: string, { isObserved = true, ...style }: CsvStyle & { isObserved?: boolean } = {}) {
  const chunks = async function* () {
    for (let at = 0; at < sheet.length; at += 7) yield Buffer.from(sheet.slice(at, at + 7));
  };
  let opened: CsvSheet | undefined;
  const onSheet = (found: CsvSheet) => {
    opened = found;
  };
  const reading = { format: 'csv' as const, columns, onSheet, ...style };
  const observed = isObserved ? await observeCsv(chunks(), reading) : undefined;
  const records: string[] = [];
  for await (const some of readRawRecords(chunks(), { ...reading, sheet: observed })) {
    records.push(...some.map(({ line, text, problem }) => (problem ? `Line ${line}: ${problem}` : text)));
  }
  return { records, types: opened?.describeColumns() ?? [] };
}

const DECEMBER_31 = Date.UTC(2025, 11, 31);
const FEBRUARY_1 = Date.UTC(2025, 1, 1);
const JANUARY_2 = Date.UTC(2025, 0, 2);
const AUGUST_24 = Date.UTC(2022, 7, 24);
const [HALF_HOUR, ONE_PM] = [1_800_000, 13 * 3_600_000];
const USE = 'Use --dates dmy for day first, or --dates mdy for month first';
const EITHER = `Line 2: at: "01.02.2025" can mean 2025-02-01 or 2025-01-02. ${USE}`;
const BOTH = [`{"at":${DECEMBER_31}}`, 'Line 3: at: "12/31/2025" is not a date with the day first'];
const WRONG = [
  'Line 2: at: "31.12.2025" is not a date with the month first',
  'Line 3: at: expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found "30.02.2025"',
  'Line 4: at: expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found "31.12.25"',
];
const NOT_ISO = 'Line 2: at: "31.12.2025" is not a date with the year first';

test.each<[string, string[], (string | number)[], CsvStyle['dates']?]>([
  ['are not detected if every cell is ambiguous', ['01.02.2025'], [EITHER]],
  ['are read if both orders give the same date', ['01.01.2025'], [Date.UTC(2025, 0, 1)]],
  ['have the order of the first unambiguous one', ['31.12.2025', '12/31/2025'], BOTH],
  ['are read in the order of --dates', ['01.02.2025', '2025-02-01'], [JANUARY_2, FEBRUARY_1], 'mdy'],
  ['that contradict --dates are rejected', ['31.12.2025', '30.02.2025', '31.12.25'], WRONG, 'mdy'],
  ['with years of two digits need --dates', ['12/31/25'], [`Line 2: at: "12/31/25" has a year of two digits. ${USE}`]],
  ['are rejected with --dates iso', ['31.12.2025'], [NOT_ISO], 'iso'],
])('dates of a device %s', async (_, cells, expected, dates) => {
  const { records } = await read(['at', ...cells, ''].join('\n'), { dates });
  const texts = expected.map((value) => (typeof value === 'number' ? `{"at":${value}}` : value));
  expect(records).toEqual(texts);
});

test.each([
  ['day, month, year', ['01.02.2025', '31.12.2025 13:00'], [FEBRUARY_1, DECEMBER_31 + ONE_PM]],
  ['month, day, year', ['01/02/2025 12:30 AM', '12/31/2025 1:00 PM'], [JANUARY_2 + HALF_HOUR, DECEMBER_31 + ONE_PM]],
])('dates of a device are read as %s because of one unambiguous cell', async (_, cells, expected) => {
  const { records } = await read(['at', ...cells, ''].join('\n'));
  expect(records).toEqual(expected.map((at) => `{"at":${at}}`));
});

test('dates require --dates when the input may be endless', async () => {
  const { records } = await read('at\n31.12.2025\n', { isObserved: false });
  expect(records).toEqual([`Line 2: at: with --commit-every, the order of day and month is not detected. ${USE}`]);
  const told = await read('at;n\n31.12.2025;1,5\n', { isObserved: false, dates: 'dmy' });
  expect(told.records).toEqual([`{"at":${DECEMBER_31},"n":1.5}`]);
});

const [DAY, MAYBE] = ['31.12.2025', '01.02.2025'];
const AS_TIME = `"${MAYBE}" can mean 2025-02-01 or 2025-01-02; to read it as a time, add --dates dmy or --dates mdy`;
const IN_ROWS = `time, for example ${DAY}, stored as ${DECEMBER_31} (2025-12-31T00:00:00Z); null, for example null`;

test.each<[string, string, string, string, CsvStyle['dates']?]>([
  ['unambiguous dates', `${DAY};\nnull;`, `${DECEMBER_31} null`, IN_ROWS],
  ['ambiguous dates', `${MAYBE};`, `"${MAYBE}"`, `text, for example "${MAYBE}" (${AS_TIME})`],
  ['ambiguous dates, with --dates', `${MAYBE};`, `${FEBRUARY_1}`, `time, for example ${MAYBE}, stored as`, 'dmy'],
  [
    'years of two digits',
    '8/24/22;',
    '"8/24/22"',
    `text, for example "8/24/22" ("8/24/22" has a year of two digits; to`,
  ],
  [
    'years of two digits, with --dates',
    '8/24/22;\n1/2/70 1:00 PM;',
    `${AUGUST_24} ${86_400_000 + ONE_PM}`,
    'time',
    'mdy',
  ],
  ['versions, with --dates', '1.2.10;', '"1.2.10"', 'text', 'dmy'],
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
    '7,5;\n8;\n#NV;',
    '"7,5" "8" "#NV"',
    'text, for example "7,5" (line 4 has "#NV", so the cells do not have one notation; if it means no value, add --empty "#NV")',
  ],
  ['semicolons and three decimals', '21,375;', '21.375', 'number, for example 21,375, stored as 21.375'],
  ['semicolons and decimal points', '21.375;', '21.375', 'number, for example 21.375'],
  ['commas and points', '1,5;\n2.5;', '"1,5" "2.5"', 'text, for example "1,5"'],
  ['decimal commas in quotes', '"21,375",\n"1,5",', '21.375 1.5', 'number, for example 21,375, stored as 21.375'],
  [
    'ambiguous commas',
    '"21,375",',
    '"21,375"',
    'text, for example "21,375" ("21,375" can mean 21375 or 21.375; to read it as a number, add',
  ],
  ['thousands separators', '"1,234,567",', '1234567', 'number, for example 1,234,567, stored as 1234567'],
  ['plus signs', '+21.5,\n-3.25,\n+19,', '21.5 -3.25 19', 'number, for example +21.5, stored as 21.5'],
  ['plus signs and decimal commas', '+21,5;\n+19,0;', '21.5 19.0', 'number, for example +21,5, stored as 21.5'],
  ['exponents after decimals', '+1.000000E-03,\n-4.98e\u221203,\n0.5,', '1.000000e-03 -4.98e-03 0.5', 'number, for'],
  ['only exponents', '1E5,\n2E5,', '1e5 2e5', 'number, for example 1E5'],
  ['incomplete decimals', '.5,\n5.,\n-.5,', '0.5 5 -0.5', 'number, for example .5, stored as 0.5'],
  [
    'spaced groups',
    '10\u00a0237,65;\n1\u202f000;',
    '10237.65 1000',
    'number, for example 10\u00a0237,65, stored as 10237.65',
  ],
  ['typographic minus signs', '\u22125,\n\u22120.5,', '-5 -0.5', 'number, for example \u22125, stored as -5'],
  [
    'leading zeros',
    '007,\n12,',
    '"007" "12"',
    'text, for example "007" (line 2 has "007", so the cells do not have one notation)',
  ],
  ['hexadecimal numbers', '0001DF,\n12E4,\n314659,', '"0001DF" "12E4" "314659"', 'text, for example "0001DF"'],
  [
    'an exponent',
    '314659,\n12E4,',
    '"314659" "12E4"',
    'text, for example "314659" (line 3 has "12E4", which may be hex',
  ],
  ['numbers beyond doubles', '26E41234,\n1E999,', '"26E41234" "1E999"', 'text, for example "26E41234"'],
  ['numbers and other values', '5,\nnull,\ntrue,', '5 null true', 'number, for example 5; null, for example null; yes'],
])('a column of %s', async (_, rows, values, type, dates) => {
  const heading = rows.endsWith(';') ? 'x;y' : 'x,y';
  const { records, types } = await read(`${heading}\n${rows}\n`, { dates });
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
  const message = 'the column "id" occurs twice. Rename one in the file';
  await expect(read('sep=|\nid|id\n')).rejects.toMatchObject({ line: 2, message });
});
