import { expect, test } from 'vitest';
import type { CsvSheet } from '#server/importing/csvSheet.ts';
import { readRawRecords } from '#server/importing/readRawRecords.ts';
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

async function read(sheet: string, style: CsvStyle = {}) {
  const chunks = async function* () {
    for (let at = 0; at < sheet.length; at += 7) yield Buffer.from(sheet.slice(at, at + 7));
  };
  let opened: CsvSheet | undefined;
  const onSheet = (found: CsvSheet) => {
    opened = found;
  };
  const records: string[] = [];
  for await (const some of readRawRecords(chunks(), { format: 'csv', columns, onSheet, ...style })) {
    records.push(...some.map(({ line, text, problem }) => (problem ? `Line ${line}: ${problem}` : text)));
  }
  return { records, types: opened?.describeColumns() ?? [] };
}

const DECEMBER_31 = Date.UTC(2025, 11, 31);
const FEBRUARY_1 = Date.UTC(2025, 1, 1);
const JANUARY_2 = Date.UTC(2025, 0, 2);
const AUGUST_24 = Date.UTC(2022, 7, 24);
const [HALF_HOUR, ONE_PM] = [1_800_000, 13 * 3_600_000];
const EXPECTED = 'at: expected a time such as 2026-01-31T12:00:00Z or milliseconds, found';
const OTHER_ORDER = `Line 2: ${EXPECTED} "12/31/2025"; to read times, use --dates mdy`;
const EITHER = `Line 2: ${EXPECTED} "01.02.2025"; to read times, use --dates dmy or --dates mdy`;

test.each<[string, string[], (string | number)[], CsvStyle['dates']?]>([
  ['in ISO 8601 need no option', ['2025-02-01', '2025-12-31T13:00Z'], [FEBRUARY_1, DECEMBER_31 + ONE_PM]],
  ['in either order need an option', ['01.02.2025'], [EITHER]],
  ['in one order need an option', ['12/31/2025'], [OTHER_ORDER]],
  ['with the day first', ['01.02.2025', '31.12.2025 13:00'], [FEBRUARY_1, DECEMBER_31 + ONE_PM], 'dmy'],
  [
    'with the month first, beside ISO 8601',
    ['01/02/2025 12:30 AM', '12/31/2025 1:00 PM', '2025-02-01'],
    [JANUARY_2 + HALF_HOUR, DECEMBER_31 + ONE_PM, FEBRUARY_1],
    'mdy',
  ],
  ['in another order', ['12/31/2025', '31.12.2025'], [OTHER_ORDER, DECEMBER_31], 'dmy'],
  [
    'that do not exist',
    ['30.02.2025', '31.12.25', 'soon'],
    [
      `Line 2: ${EXPECTED} "30.02.2025"`,
      `Line 3: ${EXPECTED} "31.12.25"`,
      `Line 4: ${EXPECTED} "soon"; if "soon" means no value, use --empty "soon"`,
    ],
    'dmy',
  ],
  ['with years of two digits', ['12/31/25'], [DECEMBER_31], 'mdy'],
])('times of a device %s', async (_, cells, expected, dates) => {
  const { records } = await read(['at', ...cells, ''].join('\n'), { dates });
  const texts = expected.map((value) => (typeof value === 'number' ? `{"at":${value}}` : value));
  expect(records).toEqual(texts);
});

const [DAY, MAYBE] = ['31.12.2025', '01.02.2025'];
const dmy = { dates: 'dmy' } as const;
const comma = { decimal: 'comma' } as const;
const point = { decimal: 'point' } as const;

test.each<[string, string, string, string, CsvStyle?]>([
  ['dates', `${DAY},`, `"${DAY}"`, `text, for example "${DAY}" (to read times, use --dates dmy)`],
  [
    'dates in either order',
    `${MAYBE},`,
    `"${MAYBE}"`,
    `text, for example "${MAYBE}" (to read times, use --dates dmy or`,
  ],
  [
    'dates and null, with --dates',
    `${DAY},\nnull,`,
    `${DECEMBER_31} null`,
    `time, for example ${DAY}, stored as ${DECEMBER_31} (2025-12-31T00:00:00Z); null, for example null`,
    dmy,
  ],
  ['years of two digits', '8/24/22,', '"8/24/22"', 'text, for example "8/24/22" (to read times, use --dates mdy)'],
  [
    'years of two digits, with --dates',
    '8/24/22,\n1/2/70 1:00 PM,',
    `${AUGUST_24} ${86_400_000 + ONE_PM}`,
    'time',
    { dates: 'mdy' },
  ],
  ['versions, with --dates', '1.2.10,', '"1.2.10"', 'text, for example "1.2.10"', dmy],
  ['ISO times', '2025-12-31,', '"2025-12-31"', 'text, for example "2025-12-31" (to read times, use --dates iso)'],
  [
    'exact ISO times',
    '2026-01-31T12:00:00.1234567Z,',
    '"2026-01-31T12:00:00.1234567Z"',
    'text, for example "2026-01-31T12:00:00.1234567Z" (to read times, use --dates iso)',
  ],
  ['ISO times, with --dates', '2025-12-31,', `${DECEMBER_31}`, 'time, for example 2025-12-31', { dates: 'iso' }],
  ['decimal points', '21.375,\n1.5,', '21.375 1.5', 'number, for example 21.375'],
  ['decimal points and semicolons', '21.5;\n7.25;', '21.5 7.25', 'number, for example 21.5'],
  [
    'decimals that may be groups, and semicolons',
    '21.375;\n21.5;',
    '"21.375" "21.5"',
    'text, for example "21.375" (to read numbers, use --decimal point or --decimal comma)',
  ],
  ['the same, with --decimal point', '21.375;\n21.5;', '21.375 21.5', 'number, for example 21.375', point],
  ['the same, with --decimal comma', '21.375;', '21375', 'number, for example 21.375, stored as 21375', comma],
  ['decimal commas', '1,50;', '"1,50"', 'text, for example "1,50" (to read numbers, use --decimal comma)'],
  [
    'decimal commas, with --decimal',
    '1,50;\n-0,125;\n1.234,5;\n1.234;',
    '1.50 -0.125 1234.5 1234',
    'number, for example 1,50, stored as 1.50',
    comma,
  ],
  ['commas in quotes', '"1,234",', '"1,234"', 'text, for example "1,234" (to read numbers, use --decimal point or'],
  ['groups, with --decimal', '"1,234,567",', '1234567', 'number, for example 1,234,567, stored as 1234567', point],
  [
    'spaced groups, with --decimal',
    '10\u00a0237,65;\n1\u202f000;',
    '10237.65 1000',
    'number, for example 10\u00a0237,65, stored as 10237.65',
    comma,
  ],
  ['plus signs', '+21.5,\n-3.25,\n+19,', '21.5 -3.25 19', 'number, for example +21.5, stored as 21.5'],
  ['exponents after decimals', '+1.000000E-03,\n-4.98e\u221203,\n0.5,', '1.000000e-03 -4.98e-03 0.5', 'number, for'],
  ['incomplete decimals', '.5,\n5.,\n-.5,', '0.5 5 -0.5', 'number, for example .5, stored as 0.5'],
  ['typographic minus signs', '\u22125,\n\u22120.5,', '-5 -0.5', 'number, for example \u22125, stored as -5'],
  ['leading zeros', '007,\n12,', '"007" "12"', 'text, for example "007"'],
  ['hexadecimal numbers', '0001DF,\n12E4,\n314659,', '"0001DF" "12E4" "314659"', 'text, for example "0001DF"'],
  [
    'only exponents',
    '1E5,\n2E5,',
    '"1E5" "2E5"',
    'text, for example "1E5" (it may be hexadecimal; to read numbers, use --number x)',
  ],
  ['numbers beyond doubles', '26E41234,\n1E999,', '"26E41234" "1E999"', 'text, for example "26E41234"'],
  [
    'an error and numbers',
    '#NV,\n7.5,',
    '"#NV" "7.5"',
    'text, for example "#NV" ("7.5" is text, too; if "#NV" means no value, use --empty "#NV")',
  ],
  ['numbers and other values', '5,\nnull,\ntrue,', '5 null true', 'number, for example 5; null, for example null; yes'],
])('a column of %s', async (_, rows, values, type, style) => {
  const heading = rows.endsWith(';') ? 'x;y' : 'x,y';
  const { records, types } = await read(`${heading}\n${rows}\n`, style);
  expect(records).toEqual(values.split(' ').map((value) => `{"x":${value}}`));
  expect(types[0]?.slice(0, type.length + 3)).toBe(`x: ${type}`);
});

const AS_TEXT = 'to read the column as text, use --text x';

test.each<[string, string, string, CsvStyle?]>([
  [
    'an error',
    '7\n#NV',
    `"#NV" is not a number like "7" above; if "#NV" means no value, use --empty "#NV"; ${AS_TEXT}`,
  ],
  [
    'a decimal comma',
    '7\n"7,5"',
    `"7,5" is not a number like "7" above; to read numbers, use --decimal comma; ${AS_TEXT}`,
  ],
  ['a leading zero', '12\n007', `"007" is not a number like "12" above; ${AS_TEXT}`],
  [
    'an exponent',
    '314659\n12E4',
    `"12E4" is not a number like "314659" above; it may be hexadecimal; to read numbers, use --number x; ${AS_TEXT}`,
  ],
  ['a date', `5\n${DAY}`, `"${DAY}" is not a number like "5" above; ${AS_TEXT}`, dmy],
  ['a number', `${DAY}\n5`, `"5" is not a time like "${DAY}" above; ${AS_TEXT}`, dmy],
  [
    'another order',
    `${DAY}\n12/31/2025`,
    `"12/31/2025" is not a time like "${DAY}" above; to read times, use --dates mdy; ${AS_TEXT}`,
    dmy,
  ],
])('%s in a column of another kind is an error', async (_, cells, problem, style) => {
  const { records } = await read(`x\n${cells}\n`, style);
  expect(records.slice(1)).toEqual([`Line 3: x: ${problem}`]);
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
