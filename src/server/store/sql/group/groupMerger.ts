import {
  addDecimals,
  compareDecimals,
  DECIMAL_ZERO,
  type Decimal,
  divideDecimal,
  formatDecimal,
  MEAN_SIGNIFICANT_DIGITS,
  multiplyDecimals,
  parseDecimal,
  toDecimal,
} from '#lib/group/decimal.ts';
import type { AccumulatorSpec, GroupStage } from '#lib/group/groupSpec.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import type { ExactNumber } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import type { TextRow } from '#server/store/database.ts';
import { SEQ_DIGITS } from './accumulatorSql.ts';

/** State of an accumulator, merged from the columns of its aggregates. `format` returns the result as JSON text. */
type State = { merge(row: TextRow, at: number): void; format(): string };

type MergedGroup = { keys: readonly (string | null)[]; states: State[] };

/** Merges the groups of the parts of a collection, in the order of the parts. */
export class GroupMerger {
  private readonly groups = new Map<string, MergedGroup>();
  private readonly names: readonly string[];
  private readonly fields: readonly { name: string; accumulator: AccumulatorSpec; at: number }[];

  constructor({ condition, fields }: GroupStage) {
    this.names = Object.keys(condition ?? {});
    let at = 1 + this.names.length;
    this.fields = Object.entries(fields ?? {}).map(([name, accumulator]) => {
      const field = { name, accumulator, at };
      at += countColumns(accumulator);
      return field;
    });
  }

  get size(): number {
    return this.groups.size;
  }

  /** Merges rows of `buildGroupStatesSql`, with keys as text, in the order of their first documents. */
  merge(rows: readonly TextRow[]): void {
    for (const row of rows) {
      const keys = row.slice(1, 1 + this.names.length);
      const id = keys.length === 1 ? normalizeKey(keys[0] ?? null) : keys.map(normalizeKey).join('\n');
      let group = this.groups.get(id);
      if (!group) {
        group = { keys, states: this.fields.map(({ accumulator }) => createState(accumulator)) };
        this.groups.set(id, group);
      }
      for (let index = 0; index < this.fields.length; index++) {
        group.states[index]?.merge(row, this.fields[index]?.at ?? 0);
      }
    }
  }

  /** Formats the groups from `offset` on as JSON objects, in the order of their first documents. */
  format(offset = 0, count = Number.POSITIVE_INFINITY): string[] {
    const documents: string[] = [];
    let at = 0;
    for (const { keys, states } of this.groups.values()) {
      if (at >= offset + count) break;
      if (at++ < offset) continue;
      const present = this.names.flatMap((name, n) => (keys[n] == null ? [] : `${JSON.stringify(name)}: ${keys[n]}`));
      const results = this.fields.map(({ name }, n) => `${JSON.stringify(name)}: ${states[n]?.format()}`);
      documents.push(`{${[...present, ...results].join(', ')}}`);
    }
    return documents;
  }
}

/**
 * Converts a key to a text that is the same for equal JSON values, unlike jsonb, where 1 and 1.0 differ. A missing
 * value has no text.
 */
function normalizeKey(text: string | null): string {
  if (text === null) return '';
  const [first = ''] = text;
  if (first === '{' || first === '[') return toCanonicalJson(parseJson(text));
  const isFraction = first !== '"' && text.includes('.');
  return isFraction ? formatDecimal(parseDecimal(text)) : text;
}

function countColumns(accumulator: AccumulatorSpec): number {
  if ('$avg' in accumulator) return 2;
  return '$min' in accumulator || '$max' in accumulator ? 6 : 1;
}

function createState(accumulator: AccumulatorSpec): State {
  if ('$count' in accumulator) return new CountState(1);
  if ('$sum' in accumulator) {
    return typeof accumulator.$sum === 'string' ? new SumState() : new CountState(accumulator.$sum);
  }
  if ('$avg' in accumulator) return new MeanState();
  if ('$min' in accumulator) return new ExtremeState(-1);
  if ('$max' in accumulator) return new ExtremeState(1);
  return new NthState('$first' in accumulator ? -1 : 1);
}

class CountState implements State {
  private count = 0;
  private readonly each: number | ExactNumber;

  constructor(each: number | ExactNumber) {
    this.each = each;
  }

  merge(row: TextRow, at: number): void {
    this.count += Number(row[at]);
  }

  format(): string {
    if (this.each === 1) return String(this.count);
    return formatDecimal(multiplyDecimals(toDecimal(this.each), toDecimal(this.count)));
  }
}

/** Exact sum. Uses a number while that is exact. */
class SumState implements State {
  private small = 0;
  private large: Decimal = DECIMAL_ZERO;

  merge(row: TextRow, at: number): void {
    const text = row[at];
    if (text == null) return;
    const next = isShortInteger(text) ? this.small + Number(text) : Number.NaN;
    if (Number.isSafeInteger(next)) this.small = next;
    else this.large = addDecimals(this.large, parseDecimal(text));
  }

  get total(): Decimal {
    return addDecimals(this.large, toDecimal(this.small));
  }

  format(): string {
    return formatDecimal(this.total);
  }
}

/** State of a mean. Columns: sum and count of the numbers. */
class MeanState extends SumState {
  private count = 0;

  override merge(row: TextRow, at: number): void {
    super.merge(row, at);
    this.count += Number(row[at + 1]);
  }

  override format(): string {
    return this.count === 0 ? 'null' : formatDecimal(divideDecimal(this.total, this.count, MEAN_SIGNIFICANT_DIGITS));
  }
}

/** State of a minimum or maximum. Columns: minimum or maximum and count for numbers, texts, and booleans. */
class ExtremeState implements State {
  private readonly counts = [0, 0, 0];
  private readonly extremes: (string | undefined)[] = [undefined, undefined, undefined];
  private readonly sign: -1 | 1;

  constructor(sign: -1 | 1) {
    this.sign = sign;
  }

  merge(row: TextRow, at: number): void {
    for (let type = 0; type < COMPARISONS.length; type++) {
      const value = row[at + 2 * type];
      if (value == null) continue;
      this.counts[type] = (this.counts[type] ?? 0) + Number(row[at + 2 * type + 1]);
      const before = this.extremes[type];
      if (before === undefined || this.sign * (COMPARISONS[type]?.(value, before) ?? 0) > 0) {
        this.extremes[type] = value;
      }
    }
  }

  format(): string {
    const type = this.counts.indexOf(Math.max(...this.counts));
    const value = this.extremes[type];
    if (value === undefined) return 'null';
    if (type === 0) return isShortInteger(value) ? value : formatDecimal(parseDecimal(value));
    return type === 1 ? JSON.stringify(value) : String(value === 't');
  }
}

const COMPARISONS: readonly ((one: string, other: string) => number)[] = [
  (one, other) => {
    if (isShortInteger(one) && isShortInteger(other)) return Number(one) - Number(other);
    return compareDecimals(parseDecimal(one), parseDecimal(other));
  },
  // UTF-8 bytes sort in code point order
  (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)),
  (one, other) => Number(one === 't') - Number(other === 't'),
];

/** State of a first or last value. Column: position of the document and value in one text. */
class NthState implements State {
  private placed: string | undefined;
  private readonly sign: -1 | 1;

  constructor(sign: -1 | 1) {
    this.sign = sign;
  }

  merge(row: TextRow, at: number): void {
    const next = row[at];
    if (next == null) return;
    const isFurther =
      this.placed === undefined || next.slice(0, SEQ_DIGITS) > this.placed.slice(0, SEQ_DIGITS) === this.sign > 0;
    if (isFurther) this.placed = next;
  }

  format(): string {
    return this.placed?.slice(SEQ_DIGITS) ?? 'null';
  }
}

/** True for digits that a double represents exactly. */
function isShortInteger(text: string): boolean {
  return text.length < 16 && !text.includes('.');
}
