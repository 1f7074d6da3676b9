import { parseCsvMark } from '#lib/csv.ts';
import { escapeInvisibleInJson } from '#lib/invisible.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { type Notation, parseNotation, SHORT_YEAR } from './notations.ts';

/** Type of a field that is known in advance. In a `blank` field, an empty cell is empty text. */
export type ColumnType = 'text' | 'blank' | 'boolean' | 'time' | 'number';

/** Options for all columns: the notations of dates and numbers that are unclear, and the cells that mean no value. */
export type CsvStyle = {
  dates?: 'dmy' | 'mdy' | 'iso' | undefined;
  decimal?: 'point' | 'comma' | undefined;
  empty?: ReadonlySet<string> | undefined;
  isSemicolonSheet?: boolean | undefined;
};

type Kind = 'text' | 'number' | 'time' | 'yes/no' | 'null' | 'JSON';

const KINDS: Readonly<Record<string, Kind>> = {
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

const CANDIDATES: Readonly<Partial<Record<ColumnType | 'any', readonly Notation[]>>> = {
  time: ['dmy', 'mdy'],
  number: ['point', 'comma'],
  any: ['point', 'comma', 'dmy', 'mdy', 'iso'],
};

const MAX_EXAMPLE_CHARACTERS = 40;

/** Number of cells after which the share of numbers no longer changes the hint about a column of text. */
const HINT_CELLS = 1000;

/** Matches numbers with an exponent that may be hexadecimal, such as `12E4`. */
const HEXADECIMAL = /^[^.,]*[eE]/;

/**
 * Column of a sheet. All its cells must have one notation of numbers or dates, otherwise they are text. Cells of any
 * column may be true, false, null, JSON objects and arrays, and values with a mark.
 */
export class CsvColumn {
  private readonly field: string;
  private readonly type: ColumnType | undefined;
  private readonly style: CsvStyle;
  private readonly candidates: readonly Notation[];
  /** Notations that all cells have so far. */
  private left: readonly Notation[];
  private notations: readonly (Notation | undefined)[] = [];
  private isEndless = false;
  private cells = 0;
  private readable = 0;
  private exponents = 0;
  private marks = '';
  private hexadecimal: string | undefined;
  private misfit: { quoted: string; line: number } | undefined;
  private unclear: string | undefined;
  private hasShortYears = false;
  private hint: string | undefined;
  private words = WORD_PAIRS;
  private readonly examples = new Map<Kind, string>();

  constructor(field: string, type: ColumnType | undefined, style: CsvStyle) {
    this.field = field;
    this.type = type;
    this.style = style;
    this.candidates = CANDIDATES[type ?? 'any'] ?? [];
    this.left = this.candidates;
  }

  /** Observes a cell before the column is read. */
  observe(cell: string, line: number): void {
    const { type, style } = this;
    if (cell === '' || this.left.length === 0 || style.empty?.has(cell) || parseValue(cell) !== undefined) return;
    if (this.misfit && this.cells >= HINT_CELLS) return;
    this.cells++;
    const fitting = (this.misfit ? this.candidates : this.left).filter(
      (notation) => parseNotation(cell, notation) !== undefined,
    );
    if (fitting.length > 0) this.readable++;
    // in a column of known type, a cell in another notation is an error, or a time in ISO 8601 or milliseconds
    else if (type === undefined) this.misfit ??= { quoted: quote(cell), line };
    if (this.misfit || fitting.length === 0) return;
    this.left = fitting;
    if (fitting.length > 1 && this.unclear === undefined) {
      const [one = '', other = one] = new Set(fitting.map((notation) => formatParsed(cell, notation)));
      if (one !== other) this.unclear = `${quote(cell)} can mean ${one} or ${other}`;
    }
    if (SHORT_YEAR.test(cell)) [this.hasShortYears, this.unclear] = [true, `${quote(cell)} has a year of two digits`];
    for (const mark of ',.') if (!this.marks.includes(mark) && cell.includes(mark)) this.marks += mark;
    if (/e/i.test(cell)) this.exponents++;
    if (HEXADECIMAL.test(cell)) this.hexadecimal ??= `line ${line} has ${quote(cell)}`;
  }

  /** Decimal mark, if the observed cells leave no doubt. */
  get certainMark(): 'point' | 'comma' | undefined {
    const [mark, other] = this.misfit || this.marks === '' ? [] : this.left;
    return other === undefined && (mark === 'point' || mark === 'comma') ? mark : undefined;
  }

  /** Chooses the notation after the last observed cell. `usual` is the decimal mark of the other columns. */
  choose(usual: 'point' | 'comma' | undefined): void {
    const { type, style, marks } = this;
    const mayBeHexadecimal = this.hexadecimal !== undefined && this.exponents < this.cells;
    let left = this.misfit || (mayBeHexadecimal && type === undefined) ? [] : this.left;
    if (type === 'time' && style.dates) left = [style.dates];
    // ISO 8601 is also readable as text, and sorts by time
    else if (style.dates) left = left.filter((one) => !(one in DATES) || one === style.dates);
    else left = left.filter((one) => !(one in DATES) || (one !== 'iso' && !this.hasShortYears));
    const byRule =
      this.unclear === undefined || left.length === 1
        ? left[0]
        : left.includes('point') && !marks.includes(',')
          ? 'point'
          : left.includes('comma') && style.isSemicolonSheet && !marks.includes('.')
            ? 'comma'
            : undefined;
    const chosen = [style.decimal, style.dates, usual].find((one) => one && left.includes(one)) ?? byRule;
    this.notations = [chosen];
    if (!chosen && this.cells > 0) this.hint = this.explainText(left);
  }

  /** Reads each cell on its own, because the cells of an endless input cannot be observed before. */
  readUnobserved(): void {
    const { dates, decimal, isSemicolonSheet } = this.style;
    this.isEndless = true;
    this.notations = [dates, decimal ?? (isSemicolonSheet ? 'comma' : 'point'), 'point'];
    this.unclear = 'with --commit-every, the order of day and month is not detected';
  }

  /**
   * Reads a cell as JSON text. Returns undefined for a cell without a value.
   * @throws Error for an invalid cell
   */
  read(given: string): string | undefined {
    const cell = this.style.empty?.has(given) ? '' : given;
    if (cell === '') return this.type === 'blank' ? '""' : undefined;
    const json = this.parse(cell);
    const kind =
      KINDS[json[0] ?? ''] ?? (this.type === 'time' || (this.notations[0] ?? '') in DATES ? 'time' : 'number');
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
      const marked = "'=".includes(cell[0] ?? '') ? parseCsvMark(cell) : undefined;
      return marked?.startsWith('"') ? marked : JSON.stringify(cell);
    }
    if (type === 'boolean') return this.parseWord(cell);
    const value = type === 'time' && !/^null$/i.test(cell) ? undefined : parseValue(cell);
    const parsed = value ?? this.parseByNotation(cell);
    if (parsed !== undefined) return parsed;
    if (type === 'time') throw new Error(`${this.field}: ${this.describeBadTime(cell)}`);
    if (type === undefined) return JSON.stringify(cell);
    throw new Error(`${this.field}: expected a number, found ${quote(cell)}. See --decimal and --empty`);
  }

  private parseByNotation(cell: string): string | undefined {
    if (this.isEndless && HEXADECIMAL.test(cell)) return undefined;
    const others = this.type === 'time' ? (['iso', 'point'] as const) : [];
    for (const notation of [...this.notations, ...others]) {
      const parsed = notation && parseNotation(cell, notation);
      if (parsed !== undefined) return parsed;
    }
    return undefined;
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

  private describeBadTime(cell: string): string {
    const found = quote(cell);
    const [notation] = this.notations;
    if (parseNotation(cell, 'dmy') === undefined && parseNotation(cell, 'mdy') === undefined) {
      return `expected a time such as 2026-01-31T12:00:00Z, 31.01.2026 13:00 or milliseconds, found ${found}`;
    }
    if (notation && notation in DATES) return `${found} is not a date with ${DATES[notation as keyof typeof DATES]}`;
    return `${this.unclear}. Use --dates dmy for day first, or --dates mdy for month first`;
  }

  private explainText(left: readonly Notation[]): string | undefined {
    if (left.includes('point'))
      return `${this.unclear}; to read it as a number, add --decimal comma or --decimal point`;
    if (left.includes('dmy') || (this.hasShortYears && !this.misfit))
      return `${this.unclear}; to read it as a time, add --dates dmy or --dates mdy`;
    if (this.misfit) {
      const { quoted, line } = this.misfit;
      if (this.readable * 2 < this.cells) return undefined;
      const mixed = `line ${line} has ${quoted}, so the cells do not have one notation`;
      return /^"\W?\d/.test(quoted) ? mixed : `${mixed}; if it means no value, add --empty ${quoted}`;
    }
    if (this.hexadecimal)
      return `${this.hexadecimal}, which may be hexadecimal; to read it as a number, add --number ${this.field}`;
    return this.left.includes('iso') ? 'to read it as a time, add --dates iso' : undefined;
  }
}

const DATES = { dmy: 'the day first', mdy: 'the month first', iso: 'the year first' };

/** Returns JSON text of a cell that is a value in any column. Undefined for others. */
function parseValue(cell: string): string | undefined {
  const first = cell[0] ?? '';
  if ('tfnTFN'.includes(first)) return /^(?:true|false|null)$/i.test(cell) ? cell.toLowerCase() : undefined;
  if (first === '{' || first === '[') return tryCatch(() => JSON.parse(cell)) === undefined ? undefined : cell;
  return parseCsvMark(cell);
}

function formatParsed(cell: string, notation: Notation): string {
  const parsed = parseNotation(cell, notation) ?? '';
  return notation in DATES ? new Date(Number(parsed)).toISOString().slice(0, 10) : parsed;
}

function formatExample(kind: Kind, cell: string, json: string): string {
  const shown = escapeControls(cell.slice(0, MAX_EXAMPLE_CHARACTERS));
  if (kind === 'text') return escapeControls(JSON.stringify(cell.slice(0, MAX_EXAMPLE_CHARACTERS)));
  if (kind !== 'time') return cell.toLowerCase() === json.toLowerCase() ? shown : `${shown}, stored as ${json}`;
  const time = Math.abs(Number(json)) <= 8.64e15 ? new Date(Number(json)).toISOString().replace('.000', '') : 'no date';
  return `${shown}, stored as ${json} (${time})`;
}

function quote(cell: string): string {
  return JSON.stringify(cell.slice(0, MAX_EXAMPLE_CHARACTERS));
}

function escapeControls(text: string): string {
  return escapeInvisibleInJson(text).replace(/[\t\r\n]/g, ' ');
}
