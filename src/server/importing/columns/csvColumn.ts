import { parseMarkedCell } from '#lib/csv.ts';
import { escapeInvisibleInJson } from '#lib/invisible.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DATE_ORDERS, type DateOrder, DECIMAL_MARKS, type DecimalMark, parseNumber, parseTime } from './notations.ts';

/** Type of a field that is known in advance. In a `blank` field, an empty cell is empty text. */
export type ColumnType = 'text' | 'blank' | 'boolean' | 'time' | 'number';

/** Options for all columns: the notations of dates and numbers, the cells that mean no value, and the delimiter. */
export type CsvStyle = {
  dates?: DateOrder | undefined;
  decimal?: DecimalMark | undefined;
  empty?: ReadonlySet<string> | undefined;
  delimiter?: string | undefined;
};

type CellKind = 'text' | 'number' | 'time' | 'yes/no' | 'null' | 'JSON';

const KINDS: Readonly<Record<string, CellKind>> = {
  '"': 'text',
  t: 'yes/no',
  f: 'yes/no',
  n: 'null',
  '{': 'JSON',
  '[': 'JSON',
};

/** Pairs of words for true and false. */
const WORD_PAIRS = (
  'true/false yes/no y/n 1/0 on/off ja/nein ja/nee ja/nej wahr/falsch waar/onwaar oui/non vrai/faux sí/no si/no sì/no ' +
  'verdadero/falso verdadeiro/falso vero/falso sim/não sim/nao tak/nie prawda/fałsz да/нет истина/ложь evet/hayır 是/否'
)
  .split(' ')
  .map((pair) => pair.split('/'));

const MAX_EXAMPLE_CHARACTERS = 40;

/** Matches numbers that may be hexadecimal, such as `12E4`. */
const HEXADECIMAL = /^[^.,]*[eE]/;

const NUMERIC = /^[-+\u2212]?[.,]?\d/;

/**
 * Column of a sheet. Its first cell decides whether it has numbers, times or text. After a number or a time, other text is
 * an error. Cells of any column may be true, false, null, JSON objects and arrays, and values with a mark.
 */
export class CsvColumn {
  private readonly field: string;
  private readonly type: ColumnType | undefined;
  private readonly style: CsvStyle;
  private first: { kind: 'number' | 'time' | 'text'; cell: string } | undefined;
  private hint: string | undefined;
  private words = WORD_PAIRS;
  private readonly examples = new Map<CellKind, string>();

  constructor(field: string, type: ColumnType | undefined, style: CsvStyle) {
    this.field = field;
    this.type = type;
    this.style = style;
  }

  /**
   * Reads a cell as JSON text. Returns undefined for a cell without a value.
   * @throws Error for an invalid cell
   */
  read(given: string): string | undefined {
    const cell = this.style.empty?.has(given) ? '' : given;
    if (cell === '') return this.type === 'blank' ? '""' : undefined;
    const json = this.parse(cell);
    const kind = KINDS[json[0] ?? ''] ?? (this.type === 'time' || this.first?.kind === 'time' ? 'time' : 'number');
    if (!this.examples.has(kind)) this.examples.set(kind, formatExample(kind, cell, json));
    return json;
  }

  /** Describes how the column was read, with an example of each type. */
  describe(): string {
    const parts = [...this.examples].map(([kind, example]) => `${kind}, for example ${example}`);
    const hint = this.hint === undefined ? '' : ` (${this.hint})`;
    return `${escapeControls(this.field)}: ${parts.join('; ') || 'empty'}${hint}`;
  }

  private parse(cell: string): string {
    const { type } = this;
    if (type === 'text' || type === 'blank') {
      const marked = "'=".includes(cell[0] ?? '') ? parseMarkedCell(cell) : undefined;
      return marked?.startsWith('"') ? marked : JSON.stringify(cell);
    }
    if (type === 'boolean') return this.parseWord(cell);
    const value = type === 'time' && !/^null$/i.test(cell) ? undefined : parseValue(cell);
    return value ?? (type === undefined ? this.parseByFirst(cell) : this.parseTyped(cell));
  }

  private parseTyped(cell: string): string {
    const { dates = 'iso' } = this.style;
    const isTime = this.type === 'time';
    const parsed = isTime
      ? (parseTime(cell, dates) ?? parseTime(cell, 'iso') ?? parseNumber(cell, 'plain'))
      : this.parseNumber(cell);
    if (parsed !== undefined) return parsed;
    const expected = isTime ? 'a time such as 2026-01-31T12:00:00Z or milliseconds' : 'a number';
    const hint = this.suggest(cell);
    throw new Error(`${this.field}: expected ${expected}, found ${quote(cell)}${hint && `; ${hint}`}`);
  }

  private parseByFirst(cell: string): string {
    const { field, first, hint, style } = this;
    if (first?.kind === 'text' && hint !== undefined) return JSON.stringify(cell);
    const time = style.dates && parseTime(cell, style.dates);
    const parsed = time ?? (HEXADECIMAL.test(cell) ? undefined : this.parseNumber(cell));
    const kind = time !== undefined ? 'time' : parsed !== undefined ? 'number' : 'text';
    this.first ??= { kind, cell };
    const { kind: wanted, cell: earlier } = this.first;
    if (wanted === 'text') {
      if (parsed === undefined) this.hint = this.findOption(cell);
      else if (!NUMERIC.test(earlier)) this.hint = `${quote(cell)} is text, too; ${suggestEmpty(earlier)}`;
      return JSON.stringify(cell);
    }
    if (kind === wanted && parsed !== undefined) return parsed;
    const advice = this.suggest(cell);
    throw new Error(
      `${field}: ${quote(cell)} is not a ${wanted} like ${quote(earlier)} above; ` +
        `${advice && `${advice}; `}to read the column as text, use --text ${field}`,
    );
  }

  private parseNumber(cell: string): string | undefined {
    const { decimal, delimiter = ',' } = this.style;
    // where the decimal mark is a comma, other delimiters are usual, and this may be a whole number with a group
    const isUnclear = !decimal && delimiter !== ',' && cell.includes('.') && parseNumber(cell, 'comma') !== undefined;
    return isUnclear ? undefined : parseNumber(cell, decimal ?? 'plain');
  }

  /** Names an option for a cell of another kind. Empty for digits that no option reads. */
  private suggest(cell: string): string {
    return this.findOption(cell) ?? (NUMERIC.test(cell) ? '' : suggestEmpty(cell));
  }

  /** Names the option with which a cell would be a number or a time. */
  private findOption(cell: string): string | undefined {
    const { type, field, style } = this;
    if (!NUMERIC.test(cell)) return undefined;
    const orders = DATE_ORDERS.filter((order) => order !== style.dates && parseTime(cell, order) !== undefined);
    if (type !== 'number' && orders.length > 0) return `to read times, use --dates ${orders.join(' or --dates ')}`;
    if (type === 'time') return undefined;
    if (this.parseNumber(cell) !== undefined) {
      return HEXADECIMAL.test(cell) ? `it may be hexadecimal; to read numbers, use --number ${field}` : undefined;
    }
    const marks = DECIMAL_MARKS.filter((mark) => mark !== style.decimal && parseNumber(cell, mark) !== undefined);
    return marks.length > 0 ? `to read numbers, use --decimal ${marks.join(' or --decimal ')}` : undefined;
  }

  private parseWord(cell: string): string {
    const word = cell.toLowerCase();
    if (word === 'null') return word;
    const fitting = this.words.filter((pair) => pair.includes(word));
    if (fitting.length === 0) {
      const expected = 'expected true or false, or one pair of words such as yes and no';
      throw new Error(`${this.field}: ${expected}, found ${quote(cell)}`);
    }
    this.words = fitting;
    return String(fitting.some(([yes]) => yes === word));
  }
}

/** Returns JSON text of a cell that is a value in any column. Undefined for others. */
function parseValue(cell: string): string | undefined {
  const first = cell[0] ?? '';
  if ('tfnTFN'.includes(first)) return /^(?:true|false|null)$/i.test(cell) ? cell.toLowerCase() : undefined;
  if (first === '{' || first === '[') return tryCatch(() => JSON.parse(cell)) === undefined ? undefined : cell;
  return parseMarkedCell(cell);
}

function formatExample(kind: CellKind, cell: string, json: string): string {
  const shown = escapeControls(cell.slice(0, MAX_EXAMPLE_CHARACTERS));
  if (kind === 'text') return escapeControls(JSON.stringify(cell.slice(0, MAX_EXAMPLE_CHARACTERS)));
  if (kind !== 'time') return cell.toLowerCase() === json.toLowerCase() ? shown : `${shown}, stored as ${json}`;
  const time = Math.abs(Number(json)) <= 8.64e15 ? new Date(Number(json)).toISOString().replace('.000', '') : 'no date';
  return `${shown}, stored as ${json} (${time})`;
}

function suggestEmpty(cell: string): string {
  return `if ${quote(cell)} means no value, use --empty ${quote(cell)}`;
}

function quote(cell: string): string {
  return JSON.stringify(cell.slice(0, MAX_EXAMPLE_CHARACTERS));
}

function escapeControls(text: string): string {
  return escapeInvisibleInJson(text).replace(/[\t\r\n]/g, ' ');
}
