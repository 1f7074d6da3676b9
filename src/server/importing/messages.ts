import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';

const WORKBOOK_HINT = 'Save the sheet as CSV (in Excel: File > Save As > CSV UTF-8), and import the .csv file.';

/** Messages about the content of an imported file. Those about a line have no final period. */
export const IMPORT_MESSAGES = {
  gzipDamaged: 'the gzip data is damaged or incomplete near this line',
  badEncoding: (encoding: string) =>
    `the text is not valid ${encoding.toUpperCase()} near this line; select another encoding with --encoding`,
  recordTooLong: 'the record is longer than 16 MiB',
  notJson: 'not valid JSON',
  notObject: 'expected a JSON object',
  atCharacter: (message: string, character: number) => `${message} at character ${character} of the record`,
  repeatedField: (name: string) => `the field ${JSON.stringify(name)} occurs twice`,
  idTooLong: (field: string, bytes: number) => `${field}: longer than ${formatCount(bytes)} bytes`,
  arrayNotClosed: 'the JSON array is not closed',
  textAfterArray: 'unexpected text after the end of the JSON array',
  notArray: 'expected a JSON array',
  extraComma: 'unexpected comma: a record is missing before or after it',

  repeatedId: (field: string, id: string, earlier: number | 'unknown') =>
    `the ${field} ${JSON.stringify(id)} is already ${earlier === 'unknown' ? 'in use' : `used in line ${earlier}`}`,
  storedDevice: (id: string) =>
    `a device with the deviceID ${id} is already stored. Use --update to replace it, or --replace to replace all devices`,
  storedDocument: (id: string) =>
    `a document with the documentID ${id} is already stored. Use --update to replace it, or --replace to replace all documents of the collection`,
  recordExceedsDatabase: 'the record is longer than the database can store',
  valueExceedsDatabase: 'the record contains a character or number that the database cannot store',

  quoteNotClosed: 'a quoted cell is not closed',
  textAfterQuote: 'unexpected text after the closing quote of a cell',
  quoteInCell: 'unexpected quote in an unquoted cell',
  cellCount: (expected: number, found: number) =>
    `expected ${formatCountWithNoun(expected, 'cell')}, found ${formatCount(found)}`,
  cellWithoutHeading: (column: number) => `column ${column} has a value but no heading`,
  defaultNotUsed: (field: string, value: string) =>
    `--default ${field}=${value} is ignored, because the file already has a ${field} column.`,
  headingNotFound: (heading: string, headings: string) =>
    `no column is named ${JSON.stringify(heading)}. The columns are ${headings}`,
  repeatedHeading: (heading: string) => `the column ${heading} occurs twice`,
  badHeading: (heading: string, mapping: string) =>
    `${heading} is not a valid field name. Rename it with --map ${mapping}`,
  columnsMissing: (missing: readonly string[], headings: string, fillable: string | undefined) =>
    `missing ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}. The columns are ${headings}. ` +
    `To rename a column, use --map "HEADING=${missing[0]}"` +
    (fillable === undefined ? '' : `; to fill one, use --default ${fillable}=VALUE`),
  headingConflict: (field: string) =>
    `the column ${JSON.stringify(field)} is both a value and a parent of other columns`,

  badDefault: (field: string, value: string, problem: string) => `--default ${field}=${value}: ${problem}.`,
  shortYear: (found: string) => `${found} has a two-digit year. Write years with four digits`,
  unclearDate: (reason: string) => `${reason}. Use --dates dmy for day first, or --dates mdy for month first`,
  notIsoDate: (found: string) => `${found} is not a date such as 2026-01-31, which --dates iso requires`,
  notDate: (found: string, first: 'day' | 'month') => `${found} is not a valid date with the ${first} first`,
  notTime: (found: string) =>
    `expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found ${found}`,
  notBoolean: (found: string) => `expected true or false, or one pair of words such as yes and no, found ${found}`,
  dateOrderNotDetected: 'with --commit-every, the order of day and month is not detected',
  ambiguousComma: 'the comma may be a decimal or a thousands separator',
  isoTimeHint: 'to read it as a time, add --dates iso',
  dateHint: (reason: string) => `${reason}; to read it as a time, add --dates dmy or --dates mdy`,
  dateOrderDetected: (order: string, line: number, cell: string) =>
    `dates are read as ${order}, because line ${line} has ${cell}. To change this, use --dates.`,
  mixedDates: (dmy: { cell: string; line: number }, mdy: { cell: string; line: number }) =>
    `line ${dmy.line} has ${dmy.cell}, with the day first, but line ${mdy.line} has ${mdy.cell}, with the month first`,
  ambiguousDate: (cell: string, dmy: string, mdy: string) => `${cell} can mean ${dmy} or ${mdy}`,
  timeWithoutOffset: 'a time without an offset',

  webPage: 'The input is HTML or XML, not CSV or JSON.',
  unknownFormat: 'The format of the input could not be detected. Select it with --format ndjson, json or csv.',
  workbook: `The input is a workbook or another zip file, which cannot be imported. ${WORKBOOK_HINT}`,
  namedWorkbook: (name: string, kind: string, instead: string) =>
    `${name} is ${kind}, which cannot be imported. ${instead}, and import the .csv file.`,
  pipeNotCopied: (code: string) =>
    `CSV from a pipe is copied to a temporary file, which failed (${code}). Set TMPDIR to a folder with more space, or import a file. Nothing was stored.`,

  emptyInput: (before: number, noun: string) =>
    `The input is empty${before > 0 ? ` and would replace ${formatCountWithNoun(before, noun)}` : ''}. Nothing was stored. Add --allow-empty if this is intended.`,
  tooManyRemoved: (removed: number, before: string, most: number, option: string) =>
    `This would remove ${formatCount(removed)} of ${before}, more than ${most}%. Nothing was stored. ${option} if this is intended.`,
  confirm: 'Add --yes',
  raiseLimit: (percent: number, isConfirmed: boolean) =>
    `${isConfirmed ? '--yes only works in a terminal. ' : ''}Set --max-removed ${percent}%`,
} as const;
