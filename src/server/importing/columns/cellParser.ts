import { CommandError } from '#server/commandError.ts';
import { createBooleanWordParser } from '#server/importing/createBooleanWordParser.ts';
import { createTimeCellParser } from '#server/importing/createTimeCellParser.ts';
import { IMPORT_MESSAGES } from '#server/importing/messages.ts';
import type { ColumnParsingPlan } from './csvColumnProfile.ts';
import { hasTwoDigitYear, isDayOrMonthFirstDate } from './dates.ts';
import { convertDecimalComma, isJsonNumberText } from './numbers.ts';

export type FieldParsingRules = {
  text: ReadonlySet<string>;
  blank: ReadonlySet<string>;
  booleans: ReadonlySet<string>;
  times: ReadonlySet<string>;
  required: readonly string[];
};

export type ConversionListener = (field: string, word: string, taken: string) => void;

/** Parses a cell to JSON text. Returns undefined if the cell produces no field, and throws Error if it is invalid. */
export type CellParser = (cell: string) => string | undefined;

const JSON_LITERAL = /^(true|false|null)$/i;

export function createCellParser(
  field: string,
  types: FieldParsingRules,
  plan: ColumnParsingPlan,
  onConversion: ConversionListener,
): CellParser {
  const isBlank = types.blank.has(field);
  const readFilled = createFilledCellParser(field, types, plan, onConversion);
  return (cell) => {
    if (cell === '') return isBlank ? '""' : undefined;
    return readFilled(cell);
  };
}

function createFilledCellParser(
  field: string,
  types: FieldParsingRules,
  plan: ColumnParsingPlan,
  tell: ConversionListener,
): CellParser {
  if (types.text.has(field)) return (cell) => JSON.stringify(cell);
  const readTime = createTimeCellParser((...taken) => tell(field, ...taken), plan.dateOrder ?? 'iso');
  if (types.times.has(field)) {
    return (cell) => {
      const time = readTime(cell);
      if (time === undefined && !isJsonLiteral(cell)) throw new Error(describeBadTime(field, cell, plan));
      return time === undefined ? toJsonText(cell) : String(time);
    };
  }
  if (types.booleans.has(field)) {
    const readTruth = createBooleanWordParser((word, truth) => tell(field, JSON.stringify(word), String(truth)));
    return (cell) => {
      const truth = readTruth(cell);
      if (truth === undefined && cell !== 'null') throw new Error(describeBadBoolean(field, cell));
      return truth === undefined ? toJsonText(cell) : String(truth);
    };
  }
  return (cell) => {
    const time = plan.dateOrder === undefined ? undefined : readTime(cell);
    if (time !== undefined) return String(time);
    return (plan.decimalComma ? convertDecimalComma(cell) : undefined) ?? toJsonText(cell);
  };
}

/**
 * Checks the default value of a field.
 * @throws CommandError for a value that cannot be stored
 */
export function assertValidDefault(
  field: string,
  cell: string,
  read: CellParser,
  { required, booleans }: FieldParsingRules,
): void {
  let value: string | undefined;
  try {
    value = read(cell);
  } catch (error) {
    const problem = (error as Error).message.replace(`${field}: `, '');
    throw new CommandError(IMPORT_MESSAGES.badDefault(field, cell, problem));
  }
  if (value !== undefined || !required.includes(field)) return;
  const expected = booleans.has(field) ? 'expected true or false' : 'expected a value';
  throw new CommandError(IMPORT_MESSAGES.badDefault(field, cell, expected));
}

function describeBadTime(field: string, cell: string, { dateOrder, dateOrderProblem }: ColumnParsingPlan): string {
  const found = JSON.stringify(cell.slice(0, 40));
  return `${field}: ${describe()}`;

  function describe(): string {
    if (hasTwoDigitYear(cell)) return IMPORT_MESSAGES.shortYear(found);
    if (!isDayOrMonthFirstDate(cell)) return IMPORT_MESSAGES.notTime(found);
    if (dateOrderProblem) return IMPORT_MESSAGES.unclearDate(dateOrderProblem);
    if (dateOrder === 'iso') return IMPORT_MESSAGES.notIsoDate(found);
    return IMPORT_MESSAGES.notDate(found, dateOrder === 'dmy' ? 'day' : 'month');
  }
}

function describeBadBoolean(field: string, cell: string): string {
  return `${field}: ${IMPORT_MESSAGES.notBoolean(JSON.stringify(cell.slice(0, 40)))}`;
}

function isJsonLiteral(cell: string): boolean {
  return isJsonNumberText(cell) || JSON_LITERAL.test(cell);
}

function toJsonText(cell: string): string {
  if (isJsonNumberText(cell)) return cell;
  return JSON_LITERAL.test(cell) ? cell.toLowerCase() : JSON.stringify(cell);
}
