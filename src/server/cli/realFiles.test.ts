import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';

const { file, at, exported } = createCommandTestTarget();

type Expected = { records?: unknown[]; says?: string | RegExp; refused?: string };
type RealFile = [what: string, name: string, content: string | Buffer, expected: Expected, ...args: string[]];

const T = (text: string) => Date.parse(text);
const utf16 = (text: string, byteOrder: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return byteOrder === 'le' ? bytes : bytes.swap16();
};

/** Files as programs write them. Each is imported as people expect, or refused with line, column, text and a way on. */
const FILES: RealFile[] = [
  [
    'Excel: CSV UTF-8 of a sheet with empty rows and cells at the end',
    'excel.csv',
    '\ufeffdocumentID,temp,note\r\na,21.5,ok\r\nb,22\r\nc,,\r\n,,\r\n,,\r\n',
    { records: [{ documentID: 'a', temp: 21.5, note: 'ok' }, { documentID: 'b', temp: 22 }, { documentID: 'c' }] },
  ],
  [
    'Excel in German: semicolons, Windows-1252, decimal commas, thousands, local booleans and dates',
    'excel-de.csv',
    Buffer.from(
      'documentID;Größe;Zähler;ok;am\r\na;21,5;1.234;WAHR;31.12.2025 13:00\r\nb;7;12.345;FALSCH;01.01.2026 00:00\r\n',
      'latin1',
    ),
    {
      records: [
        { documentID: 'a', Größe: 21.5, Zähler: 1234, ok: 'WAHR', am: T('2025-12-31T13:00Z') },
        { documentID: 'b', Größe: 7, Zähler: 12345, ok: 'FALSCH', am: T('2026-01-01T00:00Z') },
      ],
      says: 'Zähler: number, for example 1.234, stored as 1234',
    },
    ...['--encoding', 'windows-1252', '--decimal', 'comma', '--dates', 'dmy'],
  ],
  [
    'Excel in German: the same without options',
    'excel-de-plain.csv',
    'documentID;Größe;Zähler;am\r\na;21,5;1.234;31.12.2025 13:00\r\nb;7;12.345;01.01.2026 00:00\r\n',
    {
      records: [
        { documentID: 'a', Größe: '21,5', Zähler: '1.234', am: '31.12.2025 13:00' },
        { documentID: 'b', Größe: '7', Zähler: '12.345', am: '01.01.2026 00:00' },
      ],
      says:
        'Größe: text, for example "21,5" (to read numbers, use --decimal comma)\n' +
        'Zähler: text, for example "1.234" (to read numbers, use --decimal point or --decimal comma)\n' +
        'am: text, for example "31.12.2025 13:00" (to read times, use --dates dmy)\n',
    },
  ],
  [
    'Excel in German: a whole number above a decimal comma',
    'excel-de-mixed.csv',
    'documentID;n\r\na;7\r\nb;21,5\r\n',
    { refused: 'Line 3: n: "21,5" is not a number like "7" above; to read numbers, use --decimal comma;' },
  ],
  [
    'Windows-1252 without the option',
    'excel-1252.csv',
    Buffer.from('documentID;note\r\na;für\r\n', 'latin1'),
    { refused: 'Line 1: the text is not valid UTF-8 near this line; select another encoding with --encoding.' },
  ],
  [
    'Excel: Unicode text, which is UTF-16 with tabs',
    'excel-unicode.txt',
    utf16('documentID\tnote\r\na\t"one ""two"""\r\nb\tÿ\r\n', 'le'),
    {
      records: [
        { documentID: 'a', note: 'one "two"' },
        { documentID: 'b', note: 'ÿ' },
      ],
    },
  ],
  [
    'UTF-16 in big-endian order',
    'be.csv',
    utf16('documentID,n\n日本,1\n', 'be'),
    { records: [{ documentID: '日本', n: 1 }] },
  ],
  [
    'UTF-16 without a byte order mark',
    'nobom.csv',
    Buffer.from('documentID,n\na,1\n', 'utf16le'),
    { refused: 'Line 1: the text contains NUL characters, as UTF-16 does near this line; select another encoding' },
  ],
  [
    'Excel: first line sep=; and a cell of many lines',
    'sep.csv',
    'sep=;\r\ndocumentID;note;n\r\na;"line 1\nline 2; still";1,5\r\n',
    { records: [{ documentID: 'a', note: 'line 1\nline 2; still', n: 1.5 }] },
    ...['--decimal', 'comma'],
  ],
  [
    'Excel: a workbook with another name',
    'book.csv',
    'PK\x03\x04\0\0',
    { refused: 'The input is a workbook or another zip file, which cannot be imported. Save the sheet as CSV' },
  ],
  [
    'Excel: texts kept by formulas, and currency as text',
    'formula.csv',
    'documentID,serial,price\r\n="0012",="0001",€ 5\r\n="7",="0020",€ 12\r\n',
    {
      records: [
        { documentID: '0012', serial: '0001', price: '€ 5' },
        { documentID: '7', serial: '0020', price: '€ 12' },
      ],
    },
  ],
  [
    'Excel in the US: thousands, two kinds of dates',
    'us.csv',
    'documentID,sum,on\r\na,"1,234.50",12/31/2025 1:00 PM\r\nb,950.00,1/2/2026 9:05 AM\r\n',
    {
      records: [
        { documentID: 'a', sum: 1234.5, on: T('2025-12-31T13:00Z') },
        { documentID: 'b', sum: 950, on: T('2026-01-02T09:05Z') },
      ],
      says: 'on: time, for example 12/31/2025 1:00 PM, stored as 1767186000000 (2025-12-31T13:00:00Z)',
    },
    ...['--decimal', 'point', '--dates', 'mdy'],
  ],
  [
    'LibreOffice: all text quoted, French numbers and booleans',
    'libre.csv',
    '"documentID";"valeur";"ok"\n"a";"10\u202f237,65";"VRAI"\n"b";"\u22125,5";"FAUX"\n',
    {
      records: [
        { documentID: 'a', valeur: 10237.65, ok: 'VRAI' },
        { documentID: 'b', valeur: -5.5, ok: 'FAUX' },
      ],
    },
    ...['--decimal', 'comma'],
  ],
  [
    'Google Sheets: TRUE and FALSE, checkboxes, errors in cells',
    'sheets.csv',
    'documentID,done,ratio\r\na,TRUE,0.5\r\nb,FALSE,#DIV/0!\r\nc,TRUE,1.5\r\n',
    {
      refused:
        'Line 3: ratio: "#DIV/0!" is not a number like "0.5" above; if "#DIV/0!" means no value, use ' +
        '--empty "#DIV/0!"; to read the column as text, use --text ratio. Nothing was stored.',
    },
  ],
  [
    'the same sheet with the option of the error',
    'sheets.csv',
    'documentID,done,ratio\r\na,TRUE,0.5\r\nb,FALSE,#DIV/0!\r\n',
    {
      records: [
        { documentID: 'a', done: true, ratio: 0.5 },
        { documentID: 'b', done: false },
      ],
    },
    ...['--empty', '#DIV/0!'],
  ],
  [
    'pandas: an index without a name, True and False, missing values',
    'pandas.csv',
    ',documentID,up,v\n0,a,True,1.0\n1,b,False,\n',
    { refused: 'Line 2: column 1 has no heading, but contains "0"' },
  ],
  [
    'pandas: the same, with the index named',
    'pandas.csv',
    ',documentID,up,v\n0,a,True,1.0\n1,b,False,\n',
    {
      records: [
        { documentID: 'a', up: true, v: 1 },
        { documentID: 'b', up: false },
      ],
    },
    ...['--map', '='],
  ],
  [
    'pandas: scientific notation of small numbers',
    'small.csv',
    'documentID,v\na,1.5e-07\nb,0.25\nc,2.0\n',
    {
      records: [
        { documentID: 'a', v: 1.5e-7 },
        { documentID: 'b', v: 0.25 },
        { documentID: 'c', v: 2 },
      ],
    },
  ],
  [
    'R: NA without quotes',
    'r.csv',
    '"documentID","v"\n"a",1.5\n"b",NA\n',
    { records: [{ documentID: 'a', v: 1.5 }, { documentID: 'b' }] },
    ...['--empty', 'NA'],
  ],
  [
    'mongoexport: a document per line in a .json file',
    'export.json',
    '{"documentID":"a","at":{"$date":"2026-01-31T12:00:00Z"}}\n{"documentID":"b","n":{"$numberLong":"5"}}\n',
    {
      records: [
        { documentID: 'a', at: { $date: '2026-01-31T12:00:00Z' } },
        { documentID: 'b', n: { $numberLong: '5' } },
      ],
    },
  ],
  [
    'mongoexport: --jsonArray in an .ndjson file',
    'array.ndjson',
    '[{"documentID":"a"},\n{"documentID":"b"}]\n',
    { records: [{ documentID: 'a' }, { documentID: 'b' }] },
  ],
  [
    'mongoexport: CSV with arrays',
    'tags.csv',
    'documentID,tags\na,"[""x"",""y""]"\n',
    { records: [{ documentID: 'a', tags: ['x', 'y'] }] },
  ],
  [
    'jq: pretty objects one after the other',
    'jq.json',
    '{\n  "documentID": "a"\n}\n{\n  "documentID": "b"\n}\n',
    { records: [{ documentID: 'a' }, { documentID: 'b' }] },
  ],
  [
    'jq -j: objects back to back',
    'jq',
    '{"documentID":"a"}{"documentID":"b"}',
    { records: [{ documentID: 'a' }, { documentID: 'b' }] },
  ],
  [
    'JSON objects with commas and no brackets',
    'cut.json',
    '{"documentID":"a"},\n{"documentID":"b"}\n',
    { refused: 'Line 1: unexpected comma: write records with commas between them in brackets.' },
  ],
  [
    'AWS IoT: one message with line ends and a nested payload',
    'shadow.json',
    '{\n  "documentID": "thing-1",\n  "state": { "reported": { "temp": 21.50 } },\n  "version": 12\n}\n',
    { records: [{ documentID: 'thing-1', state: { reported: { temp: 21.5 } }, version: 12 }] },
  ],
  [
    'ThingsBoard: time series with milliseconds and JSON cells',
    'tb.csv',
    'Timestamp,Entity name,documentID,location\n1767225600000,Pump 1,t1,"{""lat"":47.1,""lon"":8.5}"\n',
    {
      records: [
        { documentID: 't1', Timestamp: 1767225600000, 'Entity name': 'Pump 1', location: { lat: 47.1, lon: 8.5 } },
      ],
    },
  ],
  [
    'Azure IoT Hub: quoted ISO times and serial numbers with digits only',
    'azure.csv',
    '"documentID","serial","lastActivityTime"\n"a","00171","2026-01-31T12:00:00.1234567Z"\n"b","10455","0001-01-01T00:00:00Z"\n',
    {
      records: [
        { documentID: 'a', serial: '00171', lastActivityTime: '2026-01-31T12:00:00.1234567Z' },
        { documentID: 'b', serial: '10455', lastActivityTime: '0001-01-01T00:00:00Z' },
      ],
      says: 'lastActivityTime: text, for example "2026-01-31T12:00:00.1234567Z" (to read times, use --dates iso)',
    },
  ],
  [
    'ChirpStack: EUIs and addresses in hexadecimal, spaces after commas',
    'lora.csv',
    'documentID, devEUI, devAddr\na, 70B3D57ED0000001, 26011AF3\nb, 70B3D57ED0000002, 26E41234\nc, 1000000000000003, 26011004\n',
    {
      records: [
        { documentID: 'a', devEUI: '70B3D57ED0000001', devAddr: '26011AF3' },
        { documentID: 'b', devEUI: '70B3D57ED0000002', devAddr: '26E41234' },
        { documentID: 'c', devEUI: '1000000000000003', devAddr: '26011004' },
      ],
    },
  ],
  [
    'The Things Stack: NDJSON with empty lines and CRLF',
    'tts.jsonl',
    '{"documentID":"a","rssi":-97}\r\n\r\n{"documentID":"b","rssi":-101}\r\n',
    {
      records: [
        { documentID: 'a', rssi: -97 },
        { documentID: 'b', rssi: -101 },
      ],
    },
  ],
  [
    'Grafana: sep= line, quoted headings with units, empty values',
    'grafana.csv',
    'sep=,\n"documentID","Time","Value (°C)"\n"a","2026-01-31 12:00:00",21.5\n"b","2026-01-31 12:01:00",\n',
    {
      records: [
        { documentID: 'a', Time: T('2026-01-31T12:00Z'), 'Value (°C)': 21.5 },
        { documentID: 'b', Time: T('2026-01-31T12:01Z') },
      ],
      says: 'Time: time, for example 2026-01-31 12:00:00, stored as 1769860800000 (2026-01-31T12:00:00Z)',
    },
    ...['--dates', 'iso'],
  ],
  [
    'InfluxDB: annotated CSV',
    'influx.csv',
    '#group,false,false,true\r\n#datatype,string,long,double\r\n#default,_result,,\r\n,documentID,table,_value\r\n,a,0,21.5\r\n,b,0,22\r\n',
    {
      records: [
        { documentID: 'a', table: 0, _value: 21.5 },
        { documentID: 'b', table: 0, _value: 22 },
      ],
    },
  ],
  [
    'a data logger: comments above the headings, plus signs, NaN',
    'logger.csv',
    '# Logger 7, firmware 2.1\n# started 2026-01-31\n\ndocumentID,volt\na,+1.000000E-03\nb,-4.98E-03\n',
    {
      records: [
        { documentID: 'a', volt: 0.001 },
        { documentID: 'b', volt: -0.00498 },
      ],
    },
  ],
  [
    'a file without headings',
    'bare.csv',
    '1767225600000,21.5\n1767225660000,22.0\n',
    {
      refused:
        'Line 1: the first row contains no names: "1767225600000", "21.5". Add a row with the name of each column.',
    },
  ],
  [
    'sqlite3: bars',
    'sqlite.txt',
    'documentID|n|name\na|1|19" rack\nb|2|plain\n',
    {
      records: [
        { documentID: 'a', n: 1, name: '19" rack' },
        { documentID: 'b', n: 2, name: 'plain' },
      ],
    },
  ],
  [
    'MySQL: all cells quoted, trailing separators',
    'mysql.csv',
    '"documentID","n","note",\n"a","1","",\n"b","2","x y",\n',
    {
      records: [
        { documentID: 'a', n: 1 },
        { documentID: 'b', n: 2, note: 'x y' },
      ],
    },
  ],
  [
    'a row with a separator in a cell that is not quoted',
    'comma.csv',
    'documentID,note,n\na,warm, dry,5\n',
    {
      refused:
        'Line 2: column 4 has no heading, but contains "5"; the row has 4 cells, the first row 3. Name the column',
    },
  ],
  [
    'a quoted cell with text after it',
    'after.csv',
    'documentID,note\na,"Alpha" unit\n',
    {
      refused:
        'Line 2: column 2: unexpected text after the closing quote of a cell. Write a quote within a cell twice.',
    },
  ],
  [
    'dates in either order',
    'either.csv',
    'documentID,on\na,01.02.2026\n',
    { records: [{ documentID: 'a', on: '01.02.2026' }], says: 'to read times, use --dates dmy or --dates mdy' },
  ],
  [
    'a page of a sign-in form',
    'login.csv.txt',
    '<!DOCTYPE html>\n<title>Sign in</title>',
    { refused: 'The input is HTML or XML, not CSV or JSON.' },
  ],
];

test.each(FILES)('%s', async (_, name, content, { records, says = '', refused }, ...args) => {
  writeFileSync(file(name), content);
  const into = ['--project', 'p', '--collection', 'files'];
  await at('collection', 'delete', 'files', '--project', 'p', '--yes');
  const { code, err } = await at('import', 'documents', file(name), ...into, ...args);
  if (refused === undefined) {
    expect(await exported('documents', '--collection', 'files'), err).toEqual(records);
    expect(err).toContain(says);
  } else {
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(refused) });
    expect(await exported('documents', '--collection', 'files')).toEqual([]);
  }
});
