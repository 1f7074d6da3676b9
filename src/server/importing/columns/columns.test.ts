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
  let reports: readonly ImportedColumnReport[] = [];
  const reading = {
    format: 'csv' as const,
    columns,
    dates,
    onNote: (note: string) => void notes.push(note),
    onColumnReports: (told: readonly ImportedColumnReport[]) => {
      reports = told;
    },
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
const EITHER =
  '"01.02.2025" can mean 2025-02-01 or 2025-01-02. Use --dates dmy for day first, or --dates mdy for month first';

test.each<[string, string, DateOrder | undefined, (string | number)[], string[]]>([
  [
    'are detected from one unambiguous cell',
    'at\n01.02.2025\n31.12.2025 13:00\n\n2.1.2025 09:05:30\n',
    undefined,
    [FEBRUARY_1, DECEMBER_31 + 13 * 3_600_000, JANUARY_2 + 32_730_000],
    ['at: dates are read as day, month, year, because line 3 has "31.12.2025 13:00". To change this, use --dates.'],
  ],
  [
    'are detected with the month first, and with AM and PM',
    'at\n01/02/2025 12:30 AM\n12/31/2025 1:00 PM\n',
    undefined,
    [JANUARY_2 + 1_800_000, DECEMBER_31 + 13 * 3_600_000],
    ['at: dates are read as month, day, year, because line 3 has "12/31/2025 1:00 PM". To change this, use --dates.'],
  ],
  ['are not detected if every cell is ambiguous', 'at\n01.02.2025\n', undefined, [`Line 2: at: ${EITHER}`], []],
  ['are read if both orders give the same date', 'at\n01.01.2025\n', undefined, [Date.UTC(2025, 0, 1)], []],
  [
    'are not detected if a column has both orders',
    'at\n31.12.2025\n12/31/2025\n',
    undefined,
    [2, 3].map(
      (line) =>
        `Line ${line}: at: line 2 has "31.12.2025", with the day first, but line 3 has "12/31/2025", with the month first. Use --dates dmy for day first, or --dates mdy for month first`,
    ),
    [],
  ],
  ['are read in the order of --dates', 'at\n01.02.2025\n2025-02-01\n', 'mdy', [JANUARY_2, FEBRUARY_1], []],
  [
    'that contradict --dates are rejected',
    'at\n31.12.2025\n30.02.2025\n31.12.25\n',
    'mdy',
    [
      'Line 2: at: "31.12.2025" is not a valid date with the month first',
      'Line 3: at: expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found "30.02.2025"',
      'Line 4: at: "31.12.25" has a two-digit year. Write years with four digits',
    ],
    [],
  ],
  [
    'are rejected with --dates iso',
    'at\n31.12.2025\n',
    'iso',
    ['Line 2: at: "31.12.2025" is not a date such as 2026-01-31, which --dates iso requires'],
    [],
  ],
])('dates of a device %s', async (_, sheet, dates, expected, notes) => {
  const found = await read(sheet, dates ? { dates } : {});
  const texts = expected.map((value) => (typeof value === 'number' ? `{"at":${value}}` : value));
  expect({ records: found.records, notes: found.notes }).toEqual({ records: texts, notes });
});

test('dates require --dates when the input may be endless', async () => {
  const { records } = await read('at\n31.12.2025\n', { isPlanned: false });
  expect(records).toEqual([
    'Line 2: at: with --commit-every, the order of day and month is not detected. Use --dates dmy for day first, or --dates mdy for month first',
  ]);
  const told = await read('at;n\n31.12.2025;1,5\n', { isPlanned: false, dates: 'dmy' });
  expect(told.records).toEqual([`{"at":${DECEMBER_31},"n":1.5}`]);
});

test.each<[string, string, DateOrder | undefined, string[], string]>([
  [
    'unambiguous dates',
    'x\n31.12.2025\nnull\n',
    undefined,
    [`{"x":${DECEMBER_31}}`, '{"x":null}'],
    `x: time in 1 row, for example 31.12.2025, stored as ${DECEMBER_31} (2025-12-31T00:00:00Z) in line 2; null in 1 row, for example null in line 3`,
  ],
  [
    'ambiguous dates',
    'x\n01.02.2025\n',
    undefined,
    ['{"x":"01.02.2025"}'],
    'x: text, for example "01.02.2025" ("01.02.2025" can mean 2025-02-01 or 2025-01-02; to read it as a time, add --dates dmy or --dates mdy)',
  ],
  [
    'ambiguous dates, with --dates',
    'x\n01.02.2025\n',
    'dmy',
    [`{"x":${FEBRUARY_1}}`],
    `x: time, for example 01.02.2025, stored as ${FEBRUARY_1} (2025-02-01T00:00:00Z)`,
  ],
  [
    'dates mixed with other text',
    'x\n31.12.2025\nsoon\n',
    undefined,
    ['{"x":"31.12.2025"}', '{"x":"soon"}'],
    'x: text, for example "31.12.2025"',
  ],
  [
    'ISO times',
    'x\n2025-12-31\n',
    undefined,
    ['{"x":"2025-12-31"}'],
    'x: text, for example "2025-12-31" (to read it as a time, add --dates iso)',
  ],
  [
    'ISO times, with --dates iso',
    'x\n2025-12-31\n',
    'iso',
    [`{"x":${DECEMBER_31}}`],
    `x: time, for example 2025-12-31, stored as ${DECEMBER_31} (2025-12-31T00:00:00Z)`,
  ],
  [
    'decimal commas',
    'x;y\n1,50;\n-0,125;\n1.234,5;\n1.234;\n7;\n#NV;\n',
    undefined,
    ['1.50', '-0.125', '1234.5', '1234', '7', '"#NV"'].map((x) => `{"x":${x}}`),
    'x: number in 5 rows, for example 1,50, stored as 1.50 in line 2; text in 1 row, for example "#NV" in line 7',
  ],
  [
    'decimal commas in quotes',
    'x,y\n"21,375",\n"1,5",\n',
    undefined,
    ['{"x":21.375}', '{"x":1.5}'],
    'x: number, for example 21,375, stored as 21.375',
  ],
  [
    'ambiguous commas',
    'x,y\n"21,375",\n',
    undefined,
    ['{"x":"21,375"}'],
    'x: text, for example "21,375" (the comma may be a decimal or a thousands separator)',
  ],
  [
    'semicolons and three decimals',
    'x;y\n21,375;\n',
    undefined,
    ['{"x":21.375}'],
    'x: number, for example 21,375, stored as 21.375',
  ],
  [
    'commas and points',
    'x;y\n1,5;\n2.5;\n',
    undefined,
    ['{"x":"1,5"}', '{"x":2.5}'],
    'x: text in 1 row, for example "1,5" in line 2; number in 1 row, for example 2.5 in line 3',
  ],
  ['thousands separators', 'x,y\n"1,234,567",\n', undefined, ['{"x":"1,234,567"}'], 'x: text, for example "1,234,567"'],
  ['no cells', 'x,y\n,1\n', undefined, ['{"y":1}'], 'x: empty'],
  ['words', 'up,y\nJa,\n', undefined, ['{"up":true}'], 'up: yes/no, for example Ja, stored as true'],
  ['text that looks like a number', 'id,y\n"1,5",\n', undefined, ['{"id":"1,5"}'], 'id: text, for example "1,5"'],
  [
    'terminal control characters',
    'id,y\n\u001b[2J\u009b1m,\n',
    undefined,
    ['{"id":"\\u001b[2J\u009b1m"}'],
    'id: text, for example "\\u001b[2J\\u009b1m"',
  ],
])('a column of %s', async (_, sheet, dates, expected, type) => {
  const { records, types } = await read(sheet, dates ? { dates } : {});
  expect({ records, type: types[0] }).toEqual({ records: expected, type });
});

test('a sheet with a sep= line counts its lines correctly', async () => {
  for (const first of ['sep=;\r\n', '"sep=;"\r\n', 'SEP=;\n']) {
    const { records } = await read(`${first}id;at\r\na,b;1\r\nc;x\r\n`);
    expect(records).toEqual(['{"id":"a,b","at":1}', expect.stringMatching(/^Line 4: at: expected a time/)]);
  }
  await expect(read('sep=|\nid|id\n')).rejects.toMatchObject({ line: 2, message: 'the column "id" occurs twice' });
});
