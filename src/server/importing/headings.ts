import { CommandError } from '#server/commandError.ts';
import { RecordError } from './fileRecord.ts';
import { timeReader } from './times.ts';
import { truthReader } from './truths.ts';

/** Which field a column's cells become; `named` says what a column is called that has another heading. */
export type Columns = {
  named: ReadonlyMap<string, string>;
  /** Fields that are text whatever stands in them, */
  text: ReadonlySet<string>;
  /** that are the empty text where nothing does, */
  blank: ReadonlySet<string>;
  /** that are true or false, in whatever words, */
  truths: ReadonlySet<string>;
  /** that are times, in milliseconds or as ISO 8601 has them, */
  times: ReadonlySet<string>;
  /** and that a file must have. */
  required: readonly string[];
  /** The cell that every row gets for a field without a column. */
  defaults: ReadonlyMap<string, string>;
};

/** Hears what a column's words are taken as. */
export type TellWord = (field: string, word: string, taken: string) => void;

type Branch = { name: string; column?: number; branches?: Branch[] };

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const WORD = /^(true|false|null)$/i;

/**
 * What makes a row of cells a record as JSON text: `a.b` is the field b in a, an empty cell no field, numbers keep their
 * digits. Throws RecordError for headings that cannot be fields, and what it makes throws an Error for a row that is none.
 */
export function recordWriter(
  headings: readonly string[],
  columns: Columns,
  tell: TellWord,
  note: (text: string) => void,
): (cells: readonly string[]) => string {
  const headed = fieldsOf(headings, columns);
  const filled = [...columns.defaults].filter(([field]) => !headed.includes(field));
  for (const [field, cell] of columns.defaults) {
    if (headed.includes(field)) note(`The file has a column ${field}, so --default ${field}=${cell} is not used.`);
  }
  const fields = [...headed, ...filled.map(([field]) => field)];
  const constants = filled.map(([, cell]) => cell);
  const tree = treeOf(fields);
  const asText = fields.map((field) => field !== undefined && columns.text.has(field));
  const asBlank = fields.map((field) => field !== undefined && columns.blank.has(field));
  const truthOf = fields.map((field) =>
    field !== undefined && columns.truths.has(field)
      ? truthReader((word, truth) => tell(field, JSON.stringify(word), String(truth)))
      : undefined,
  );
  const timeOf = fields.map((field) =>
    field !== undefined && columns.times.has(field) ? timeReader((...taken) => tell(field, ...taken)) : undefined,
  );
  const nameless = headings.flatMap((heading, column) => (heading === '' && !columns.named.has('') ? [column] : []));
  const value = (column: number, cell: string) => {
    if (cell === '') return asBlank[column] ? '""' : undefined;
    if (asText[column]) return JSON.stringify(cell);
    const time = timeOf[column]?.(cell);
    if (time !== undefined) return String(time);
    if (timeOf[column] && !isPlain(cell)) throw new Error(noTime(fields[column], cell));
    const truth = truthOf[column]?.(cell);
    if (truth === undefined && truthOf[column] && cell !== 'null') throw new Error(notOfTwo(fields[column], cell));
    return truth === undefined ? cellText(cell) : String(truth);
  };
  const written = (branches: readonly Branch[], cells: readonly string[]): string | undefined => {
    let text = '';
    for (const { name, column, branches: inner = [] } of branches) {
      const member = column === undefined ? written(inner, cells) : value(column, cells[column] ?? '');
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
    }
    return text === '' ? undefined : `{${text}}`;
  };
  for (const [at, [field, cell]] of filled.entries()) {
    assertDefault(field, cell, () => value(headings.length + at, cell), columns);
  }
  return (cells) => {
    if (cells.length !== headings.length) throw new Error(`expected ${headings.length} cells, found ${cells.length}`);
    const lost = nameless.find((column) => cells[column] !== '');
    if (lost !== undefined) throw new Error(`a cell stands in column ${lost + 1}, which has no heading`);
    return written(tree, constants.length > 0 ? [...cells, ...constants] : cells) ?? '{}';
  };
}

/** Throws CommandError for a default that no row could be stored with. */
function assertDefault(field: string, cell: string, read: () => string | undefined, { required, truths }: Columns) {
  const problem = `--default ${field}=${cell}: `;
  let value: string | undefined;
  try {
    value = read();
  } catch (error) {
    throw new CommandError(`${problem}${(error as Error).message.replace(`${field}: `, '')}.`);
  }
  if (value !== undefined || !required.includes(field)) return;
  throw new CommandError(`${problem}expected ${truths.has(field) ? 'true or false' : 'a value'}.`);
}

/** The field of each column; undefined for one that is left out. */
function fieldsOf(headings: readonly string[], { named, required, defaults }: Columns): (string | undefined)[] {
  const unknown = [...named.keys()].find((heading) => !headings.includes(heading));
  if (unknown !== undefined) throw new RecordError(1, `no column is headed ${JSON.stringify(unknown)}${has(headings)}`);
  const fields = headings.map((heading) => (named.get(heading) ?? heading) || undefined);
  const missing = required.filter((field) => !fields.includes(field) && !defaults.has(field));
  if (missing.length > 0) throw new RecordError(1, describeMissing(missing, headings));
  for (const [column, field] of fields.entries()) {
    if (field === undefined) continue;
    const heading = JSON.stringify(headings[column]);
    if (fields.indexOf(field) !== column) throw new RecordError(1, `the column ${heading} is there twice`);
    if (field.split('.').some((name) => name === '' || name.startsWith('$'))) {
      throw new RecordError(
        1,
        `${heading} cannot be a field; --map ${JSON.stringify(`${headings[column]}=NAME`)} renames it`,
      );
    }
  }
  return fields;
}

function has(headings: readonly string[]): string {
  return `, the file has ${quoted(headings)}`;
}

function quoted(headings: readonly string[]): string {
  return headings.map((heading) => JSON.stringify(heading)).join(', ');
}

function describeMissing(missing: readonly string[], headings: readonly string[]): string {
  const what = missing.length === 1 ? 'this column is missing' : 'these columns are missing';
  // one ID for every record is of no use
  const fillable = missing.find((field) => field !== 'deviceID');
  const fill = fillable === undefined ? '' : `, --default ${fillable}=VALUE fills one`;
  return `${what}: ${missing.join(', ')}. The file has ${quoted(headings)}. --map "HEADING=${missing[0]}" renames a column${fill}`;
}

function treeOf(fields: readonly (string | undefined)[]): Branch[] {
  const tree: Branch[] = [];
  for (const [column, field] of fields.entries()) {
    if (field === undefined) continue;
    const path = field.split('.');
    const last = path.pop() ?? '';
    const inner = path.reduce((branches, name) => branchOf(branches, name, field), tree);
    if (inner.some(({ name }) => name === last)) throw both(field);
    inner.push({ name: last, column });
  }
  return tree;
}

function branchOf(branches: Branch[], name: string, field: string): Branch[] {
  const found = branches.find((branch) => branch.name === name);
  if (found && !found.branches) throw both(field);
  if (found?.branches) return found.branches;
  const made: Branch[] = [];
  branches.push({ name, branches: made });
  return made;
}

function both(field: string): RecordError {
  return new RecordError(1, `the column ${JSON.stringify(field)} is a field and holds fields at once`);
}

function noTime(field = '', cell: string): string {
  const found = JSON.stringify(cell.slice(0, 40));
  return `${field}: expected a time as 2026-01-31T12:00:00Z or in milliseconds, found ${found}`;
}

function notOfTwo(field = '', cell: string): string {
  return `${field}: expected true or false, or one pair of words as yes and no, found ${JSON.stringify(cell.slice(0, 40))}`;
}

function isPlain(cell: string): boolean {
  return NUMBER.test(cell) || WORD.test(cell);
}

/** A JSON number, true, false or null in any case, as spreadsheets write them, is that; any other cell is text. */
function cellText(cell: string): string {
  if (NUMBER.test(cell)) return cell;
  return WORD.test(cell) ? cell.toLowerCase() : JSON.stringify(cell);
}
