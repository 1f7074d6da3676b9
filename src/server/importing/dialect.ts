/** What a CSV file is made of, as its beginning shows. */
export type Dialect = { delimiter: string; lineEnd: string; columns: number };

/** Delimiters in use, the likelier ones first. */
const DELIMITERS = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
]);

const LINE_ENDS = new Map([
  ['\r\n', 'CRLF'],
  ['\n', 'LF'],
  ['\r', 'CR'],
]);

/** A field in quotes, or a line end. */
const QUOTED_OR_END = /"(?:[^"]|"")*(?:"|$)|\r\n|\n|\r/g;

/** Reads it off the row of headings: what stands there most often, outside quotes, parts them. */
export function dialectOf(sample: string): Dialect {
  let headings = '';
  let lineEnd = '\n';
  let from = 0;
  for (const { 0: found, index } of sample.matchAll(QUOTED_OR_END)) {
    headings += sample.slice(from, index);
    from = index + found.length;
    if (!LINE_ENDS.has(found)) continue;
    lineEnd = found;
    // empty lines may come before the headings
    if (headings !== '') break;
  }
  const counts = [...DELIMITERS.keys()].map((delimiter) => [headings.split(delimiter).length, delimiter] as const);
  const [columns, delimiter] = counts.reduce((best, next) => (next[0] > best[0] ? next : best));
  return { delimiter, lineEnd, columns };
}

/** "semicolon, CRLF, 8 columns" */
export function describeDialect({ delimiter, lineEnd, columns }: Dialect): string {
  const names = [DELIMITERS.get(delimiter), LINE_ENDS.get(lineEnd)];
  return `${names.join(', ')}, ${columns} ${columns === 1 ? 'column' : 'columns'}`;
}
