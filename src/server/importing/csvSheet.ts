import { isDerivedHeading, parseCsvHeading, parseMarkedCell } from '#lib/csv.ts';
import { CommandError } from '#server/commandError.ts';
import { type ColumnType, CsvColumn, type CsvStyle } from './columns/csvColumn.ts';
import { RecordError } from './rawRecord.ts';

/**
 * Mapping of columns to fields. `named` maps headings to other field names, and `types` has the fields of known type.
 */
export type ColumnMapping = {
  named: ReadonlyMap<string, string>;
  types: ReadonlyMap<string, ColumnType>;
  defaults: ReadonlyMap<string, string>;
  required: readonly string[];
};

export type CsvSheetOptions = CsvStyle & { columns: ColumnMapping };

export type CsvRow = { line: number; cells: readonly string[] };

type FieldTree = { name: string; column?: number; branches?: FieldTree[] };

/**
 * Headings of a sheet with its columns. Converts rows to JSON text: a heading `a.b` becomes field b in object a, an
 * empty cell becomes no field, and numbers keep their digits.
 */
export class CsvSheet {
  readonly notes: string[] = [];
  private readonly headings: readonly string[];
  private readonly tree: FieldTree[] = [];
  /** Columns of the file, then those of default values. Undefined for a column that is left out. */
  private readonly columns: readonly (CsvColumn | undefined)[];
  private readonly nameless: readonly number[];
  private readonly constants: readonly string[];

  /** @throws RecordError for headings that cannot be fields, CommandError for default values that cannot be stored */
  constructor({ cells, line }: CsvRow, { columns: mapping, ...style }: CsvSheetOptions) {
    const { named, types, defaults, required } = mapping;
    this.headings = cells.map(readHeading);
    this.nameless = this.headings.flatMap((heading, at) => (heading === '' && !named.has('') ? [at] : []));
    const headed = this.mapFields(line, mapping);
    const filled = [...defaults].filter(([field]) => !headed.includes(field));
    this.constants = filled.map(([, cell]) => cell);
    for (const [field, cell] of defaults) {
      if (headed.includes(field)) this.notes.push(`--default ${field}=${cell} is ignored: the file has this column.`);
    }
    const fields = [...headed, ...filled.map(([field]) => field)];
    for (const [at, field] of fields.entries()) if (field !== undefined) this.plant(field, at, line);
    this.columns = fields.map((field) =>
      field === undefined ? undefined : new CsvColumn(field, types.get(field), style),
    );
    for (const [field, cell] of filled) {
      const expected = types.get(field) === 'boolean' ? 'expected true or false' : 'expected a value';
      const column = new CsvColumn(field, types.get(field), style);
      assertValidDefault(column, field, cell, required.includes(field) ? expected : undefined);
    }
  }

  /** @throws Error for an invalid row */
  read({ cells }: CsvRow): string {
    const { headings } = this;
    // spreadsheets leave out empty cells at the end, or write one separator too many
    const isSurplus = cells.length > headings.length && !(cells.length === headings.length + 1 && cells.at(-1) === '');
    const lost = isSurplus ? headings.length : this.nameless.find((at) => (cells[at] ?? '') !== '');
    if (lost === undefined) return this.write(this.tree, cells) ?? '{}';
    const found = JSON.stringify((cells[lost] ?? '').slice(0, 40));
    throw new Error(
      `column ${lost + 1} has no heading, but contains ${found}; the row has ${cells.length} cells, the first row ${headings.length}. ` +
        `Name the column in the first row, or ${isSurplus ? 'quote cells that contain the separator' : 'skip it with --map "="'}`,
    );
  }

  describeColumns(): string[] {
    return this.columns.flatMap((column) => column?.describe() ?? []);
  }

  private getCell(cells: readonly string[], at: number): string {
    return (at < this.headings.length ? cells[at] : this.constants[at - this.headings.length]) ?? '';
  }

  private write(branches: readonly FieldTree[], cells: readonly string[]): string | undefined {
    let text = '';
    for (const { name, column, branches: inner = [] } of branches) {
      const member =
        column === undefined ? this.write(inner, cells) : this.columns[column]?.read(this.getCell(cells, column));
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
    }
    return text === '' ? undefined : `{${text}}`;
  }

  /** Returns the field of each column, undefined for a column that is left out. */
  private mapFields(line: number, { named, required, defaults }: ColumnMapping): (string | undefined)[] {
    const { headings } = this;
    const refuse = (text: string) => {
      throw new RecordError(line, text);
    };
    const names = headings.map((heading) => JSON.stringify(heading)).join(', ');
    const unknown = [...named.keys()].find((heading) => !headings.includes(heading));
    if (unknown !== undefined) refuse(`no column is named ${JSON.stringify(unknown)}. The columns are ${names}`);
    if (!/\p{L}/u.test(names))
      refuse(`the first row contains no names: ${names}. Add a row with the name of each column`);
    const fields = headings.map((heading) => {
      if (named.has(heading) || !isDerivedHeading(heading)) {
        return (named.get(heading) ?? heading) || undefined;
      }
      const mapping = JSON.stringify(`${heading}=NAME`);
      this.notes.push(
        `${heading} is left out, because it is not part of the records. To import it, add --map ${mapping}.`,
      );
      return undefined;
    });
    const missing = required.filter((field) => !fields.includes(field) && !defaults.has(field));
    // the same ID for every record is useless
    const fillable = missing.find((field) => field !== 'deviceID');
    if (missing.length > 0) {
      refuse(
        `missing ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}. The columns are ${names}. ` +
          `To rename a column, use --map "HEADING=${missing[0]}"` +
          (fillable === undefined ? '' : `; to fill one, use --default ${fillable}=VALUE`),
      );
    }
    for (const [at, field] of fields.entries()) {
      const heading = JSON.stringify(headings[at]);
      if (field === undefined) continue;
      if (fields.indexOf(field) !== at) refuse(`the column ${heading} occurs twice. Rename one in the file`);
      if (parseCsvHeading(field)) continue;
      refuse(`${heading} is not a valid field name. Rename it with --map ${JSON.stringify(`${headings[at]}=NAME`)}`);
    }
    return fields;
  }

  /** Adds a field to the tree of objects. */
  private plant(field: string, column: number, line: number): void {
    const path = parseCsvHeading(field) ?? [];
    const last = path.pop() ?? '';
    let branches: FieldTree[] | undefined = this.tree;
    for (const name of path) {
      if (branches && !branches.some((branch) => branch.name === name)) branches.push({ name, branches: [] });
      branches = branches?.find((branch) => branch.name === name)?.branches;
    }
    if (!branches || branches.some(({ name }) => name === last)) {
      throw new RecordError(line, `the column ${JSON.stringify(field)} is both a value and a parent of other columns`);
    }
    branches.push({ name: last, column });
  }
}

function assertValidDefault(column: CsvColumn, field: string, cell: string, expected: string | undefined): void {
  let problem = expected;
  try {
    if (column.read(cell) !== undefined) problem = undefined;
  } catch (error) {
    problem = (error as Error).message.replace(`${field}: `, '');
  }
  if (problem !== undefined) throw new CommandError(`--default ${field}=${cell}: ${problem}.`);
}

/** Removes the mark of a heading that a spreadsheet would run as a formula. */
function readHeading(cell: string): string {
  const marked = parseMarkedCell(cell);
  return marked?.startsWith('"') ? String(JSON.parse(marked)) : cell.trim();
}
