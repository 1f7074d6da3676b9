import { CommandError } from '#server/commandError.ts';
import { createBooleanReader } from '#server/importing/booleans.ts';
import { createTimeReader } from '#server/importing/times.ts';
import type { ColumnPlan } from './columnProfile.ts';
import { hasShortYear, isDate } from './dates.ts';
import { isNumber, readDecimalComma } from './numbers.ts';

/** The fields whose cells are read in another way than by what they look like. */
export type FieldTypes = {
  /** Fields that are text whatever their cells hold, */
  text: ReadonlySet<string>;
  /** that are the empty text where a cell is empty, */
  blank: ReadonlySet<string>;
  /** that are true or false, in any words, */
  booleans: ReadonlySet<string>;
  /** that are times, in milliseconds or as dates, */
  times: ReadonlySet<string>;
  /** and that a file must have. */
  required: readonly string[];
};

/** Receives the words of a column and how they are taken. */
export type WordListener = (field: string, word: string, taken: string) => void;

/** Returns the JSON text of a cell, or undefined for one that becomes no field. Throws Error for a cell that cannot be read. */
export type CellReader = (cell: string) => string | undefined;

const JSON_LITERAL = /^(true|false|null)$/i;

export function createCellReader(field: string, types: FieldTypes, plan: ColumnPlan, tell: WordListener): CellReader {
  const isBlank = types.blank.has(field);
  const readFilled = createFilledReader(field, types, plan, tell);
  return (cell) => {
    if (cell === '') return isBlank ? '""' : undefined;
    return readFilled(cell);
  };
}

function createFilledReader(field: string, types: FieldTypes, plan: ColumnPlan, tell: WordListener): CellReader {
  if (types.text.has(field)) return (cell) => JSON.stringify(cell);
  const readTime = createTimeReader((...taken) => tell(field, ...taken), plan.dates ?? 'iso');
  if (types.times.has(field)) {
    return (cell) => {
      const time = readTime(cell);
      if (time === undefined && !isPlain(cell)) throw new Error(describeBadTime(field, cell, plan));
      return time === undefined ? readPlain(cell) : String(time);
    };
  }
  if (types.booleans.has(field)) {
    const readTruth = createBooleanReader((word, truth) => tell(field, JSON.stringify(word), String(truth)));
    return (cell) => {
      const truth = readTruth(cell);
      if (truth === undefined && cell !== 'null') throw new Error(describeBadBoolean(field, cell));
      return truth === undefined ? readPlain(cell) : String(truth);
    };
  }
  return (cell) => {
    const time = plan.dates === undefined ? undefined : readTime(cell);
    if (time !== undefined) return String(time);
    return (plan.decimalComma ? readDecimalComma(cell) : undefined) ?? readPlain(cell);
  };
}

/** @throws CommandError for a default that no row could be stored with */
export function assertDefault(field: string, cell: string, read: CellReader, { required, booleans }: FieldTypes): void {
  const problem = `--default ${field}=${cell}: `;
  let value: string | undefined;
  try {
    value = read(cell);
  } catch (error) {
    throw new CommandError(`${problem}${(error as Error).message.replace(`${field}: `, '')}.`);
  }
  if (value !== undefined || !required.includes(field)) return;
  throw new CommandError(`${problem}expected ${booleans.has(field) ? 'true or false' : 'a value'}.`);
}

function describeBadTime(field: string, cell: string, { dates, unclear }: ColumnPlan): string {
  const found = JSON.stringify(cell.slice(0, 40));
  if (hasShortYear(cell)) return `${field}: ${found} has a year of two digits. Write years with four digits`;
  if (unclear && isDate(cell))
    return `${field}: ${unclear}. Use --dates dmy for day first, or --dates mdy for month first`;
  if (isDate(cell) && dates === 'iso')
    return `${field}: ${found} is not a date in the form 2026-01-31, as --dates iso asks for`;
  if (isDate(cell)) return `${field}: ${found} is not a date with the ${dates === 'dmy' ? 'day' : 'month'} first`;
  return `${field}: expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found ${found}`;
}

function describeBadBoolean(field: string, cell: string): string {
  return `${field}: expected true or false, or one pair of words as yes and no, found ${JSON.stringify(cell.slice(0, 40))}`;
}

function isPlain(cell: string): boolean {
  return isNumber(cell) || JSON_LITERAL.test(cell);
}

/** A JSON number, true, false or null in any case, as spreadsheets write them, is that; any other cell is text. */
function readPlain(cell: string): string {
  if (isNumber(cell)) return cell;
  return JSON_LITERAL.test(cell) ? cell.toLowerCase() : JSON.stringify(cell);
}
