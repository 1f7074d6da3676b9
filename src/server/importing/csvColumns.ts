import {
  assertValidDefault,
  type CellParser,
  type ConversionListener,
  createCellParser,
  type FieldParsingRules,
} from '#server/importing/columns/cellParser.ts';
import {
  type ColumnParsingPlan,
  CsvColumnProfile,
  type CsvParsingStyle,
  createColumnPlanWithoutProfile,
} from '#server/importing/columns/csvColumnProfile.ts';
import { ImportedColumnReport } from '#server/importing/columns/importedColumnReport.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import { RecordError } from './rawRecord.ts';

/** Mapping of columns to fields. `named` maps headings to other field names. */
export type ColumnMapping = FieldParsingRules & {
  named: ReadonlyMap<string, string>;
  defaults: ReadonlyMap<string, string>;
};

export type CsvHeader = { headings: readonly string[]; line: number };

export type ColumnParsingPlans = ReadonlyMap<number, ColumnParsingPlan>;

/** Options for parsing the cells of a sheet. Without `plans`, each cell is parsed separately. */
type RowSerializerOptions = { columns: ColumnMapping; style: CsvParsingStyle; plans?: ColumnParsingPlans | undefined };

export type CsvColumnsListener = {
  onConversion: ConversionListener;
  onNote: (text: string) => void;
  onColumnReports: (reports: readonly ImportedColumnReport[]) => void;
};

type FieldTree = { name: string; column?: number; branches?: FieldTree[] };

export function createCsvColumnProfiles(row: CsvHeader, columns: ColumnMapping): ReadonlyMap<number, CsvColumnProfile> {
  const profiles = new Map<number, CsvColumnProfile>();
  for (const [column, field] of mapFields(row, columns).entries()) {
    if (field === undefined || columns.text.has(field) || columns.booleans.has(field)) continue;
    profiles.set(column, new CsvColumnProfile(columns.times.has(field)));
  }
  return profiles;
}

/**
 * Creates a function that converts a row to JSON text. A heading `a.b` becomes field b in object a, an empty cell
 * becomes no field, and numbers keep their digits. The function throws Error for an invalid row.
 * @throws RecordError for headings that cannot be fields
 */
export function createCsvRowSerializer(
  row: CsvHeader,
  options: RowSerializerOptions,
  listener: CsvColumnsListener,
): (cells: readonly string[], line: number) => string {
  const { headings, line: headingLine } = row;
  const { columns } = options;
  const headed = mapFields(row, columns);
  const filled = [...columns.defaults].filter(([field]) => !headed.includes(field));
  for (const [field, cell] of columns.defaults) {
    if (headed.includes(field)) listener.onNote(IMPORT_MESSAGES.defaultNotUsed(field, cell));
  }
  const plans = [
    ...headed.map((_, column) => getPlan(column, options)),
    ...filled.map(([field, cell]) => planDefault(cell, columns.times.has(field), options.style)),
  ];
  const fields = [...headed, ...filled.map(([field]) => field)];
  const constants = filled.map(([, cell]) => cell);
  const tree = buildFieldTree(fields, headingLine);
  const cellReaders = fields.map((field, column): CellParser | undefined => {
    const plan = plans[column];
    if (field === undefined || plan === undefined) return undefined;
    if (plan.guess !== undefined) listener.onNote(`${field}: ${plan.guess}`);
    return createCellParser(field, columns, plan, listener.onConversion);
  });
  for (const [at, [field, cell]] of filled.entries()) {
    const read = cellReaders[headings.length + at];
    if (read) assertValidDefault(field, cell, read, columns);
  }
  const reports = fields.map((field = '', column) => {
    const { dateOrder, hint } = plans[column] ?? {};
    return new ImportedColumnReport(field, columns.times.has(field) || dateOrder !== undefined, hint);
  });
  listener.onColumnReports(reports.filter((_, column) => fields[column] !== undefined));
  const nameless = headings.flatMap((heading, column) => (heading === '' && !columns.named.has('') ? [column] : []));
  const readCell = (column: number, cell: string, line: number): string | undefined => {
    const stored = cellReaders[column]?.(cell);
    if (stored !== undefined && cell !== '') reports[column]?.add(cell, stored, line);
    return stored;
  };
  const written = (branches: readonly FieldTree[], cells: readonly string[], line: number): string | undefined => {
    let text = '';
    for (const { name, column, branches: inner = [] } of branches) {
      const member = column === undefined ? written(inner, cells, line) : readCell(column, cells[column] ?? '', line);
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
    }
    return text === '' ? undefined : `{${text}}`;
  };
  return (cells, line) => {
    if (cells.length !== headings.length) throw new Error(IMPORT_MESSAGES.cellCount(headings.length, cells.length));
    const lost = nameless.find((column) => cells[column] !== '');
    if (lost !== undefined) throw new Error(IMPORT_MESSAGES.cellWithoutHeading(lost + 1));
    return written(tree, constants.length > 0 ? [...cells, ...constants] : cells, line) ?? '{}';
  };
}

function getPlan(column: number, { plans, style }: RowSerializerOptions): ColumnParsingPlan {
  if (!plans) return createColumnPlanWithoutProfile(style);
  return plans.get(column) ?? { dateOrder: style.dates, decimalComma: false };
}

function planDefault(cell: string, isTime: boolean, style: CsvParsingStyle): ColumnParsingPlan {
  const profile = new CsvColumnProfile(isTime);
  profile.add(cell, 1);
  return { ...profile.createPlan(style), guess: undefined };
}

function mapFields(
  { headings, line }: CsvHeader,
  { named, required, defaults }: ColumnMapping,
): (string | undefined)[] {
  const unknown = [...named.keys()].find((heading) => !headings.includes(heading));
  if (unknown !== undefined)
    throw new RecordError(line, IMPORT_MESSAGES.headingNotFound(unknown, quoteNames(headings)));
  const fields = headings.map((heading) => (named.get(heading) ?? heading) || undefined);
  const missing = required.filter((field) => !fields.includes(field) && !defaults.has(field));
  if (missing.length > 0) throw new RecordError(line, describeMissing(missing, headings));
  for (const [column, field] of fields.entries()) {
    if (field === undefined) continue;
    const heading = JSON.stringify(headings[column]);
    if (fields.indexOf(field) !== column) throw new RecordError(line, IMPORT_MESSAGES.repeatedHeading(heading));
    if (field.split('.').some((name) => name === '' || name.startsWith('$'))) {
      throw new RecordError(line, IMPORT_MESSAGES.badHeading(heading, JSON.stringify(`${headings[column]}=NAME`)));
    }
  }
  return fields;
}

function quoteNames(headings: readonly string[]): string {
  return headings.map((heading) => JSON.stringify(heading)).join(', ');
}

function describeMissing(missing: readonly string[], headings: readonly string[]): string {
  // the same ID for every record is useless
  const fillable = missing.find((field) => field !== 'deviceID');
  return IMPORT_MESSAGES.columnsMissing(missing, quoteNames(headings), fillable);
}

function buildFieldTree(fields: readonly (string | undefined)[], line: number): FieldTree[] {
  const tree: FieldTree[] = [];
  for (const [column, field] of fields.entries()) {
    if (field === undefined) continue;
    const path = field.split('.');
    const last = path.pop() ?? '';
    const inner = path.reduce(
      (branches, name) => getBranch(branches, name, () => createAmbiguousError(field, line)),
      tree,
    );
    if (inner.some(({ name }) => name === last)) throw createAmbiguousError(field, line);
    inner.push({ name: last, column });
  }
  return tree;
}

function getBranch(branches: FieldTree[], name: string, problem: () => RecordError): FieldTree[] {
  const found = branches.find((branch) => branch.name === name);
  if (found && !found.branches) throw problem();
  if (found?.branches) return found.branches;
  const made: FieldTree[] = [];
  branches.push({ name, branches: made });
  return made;
}

function createAmbiguousError(field: string, line: number): RecordError {
  return new RecordError(line, IMPORT_MESSAGES.headingConflict(field));
}
