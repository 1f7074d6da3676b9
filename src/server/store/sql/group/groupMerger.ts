import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimal,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  toDecimal,
} from '#lib/group/decimal.ts';
import type { AccumulatorSpec, GroupStage } from '#lib/group/groupSpec.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import type { TextRow } from '#server/store/database.ts';
import { SEQ_DIGITS } from './accumulatorSql.ts';
import type { GroupList } from './groupCache.ts';

/** Merges the values of a column from two parts of a collection, the earlier part first. */
type Merge = (one: string, other: string) => string;

/** One merge per column of the accumulator's aggregates. `format` returns the result as JSON text. */
type AccumulatorMerger = { merges: readonly Merge[]; format(columns: TextRow): string };

/** Estimated memory in bytes: of a group, of a column, and of a text besides its characters. */
const BYTES = { group: 90, column: 8, text: 24 };

/**
 * Merges the groups of the parts of a collection, in the order of the parts. A group is the row of its first part, whose
 * columns are replaced, because a million groups with objects for each accumulator would take several times as much memory.
 */
export class GroupMerger implements GroupList {
  readonly start = 0;
  readonly isComplete = true;
  bytes = 0;
  private readonly groups = new Map<string, TextRow>();
  private readonly names: readonly string[];
  private readonly fields: readonly { name: string; accumulator: AccumulatorMerger; at: number }[];
  private readonly merges: readonly Merge[];

  constructor({ condition, fields }: GroupStage) {
    this.names = Object.keys(condition ?? {});
    let at = 1 + this.names.length;
    this.fields = Object.entries(fields ?? {}).map(([name, spec]) => {
      const field = { name, accumulator: createAccumulator(spec), at };
      at += field.accumulator.merges.length;
      return field;
    });
    this.merges = this.fields.flatMap(({ accumulator }) => accumulator.merges);
  }

  get size(): number {
    return this.groups.size;
  }

  /**
   * Merges rows of `buildGroupStatesSql`, with keys as text, in the order of their first documents. The first column is
   * ignored.
   */
  merge(rows: readonly TextRow[]): void {
    const start = 1 + this.names.length;
    for (const row of rows) {
      const keys = row.slice(1, start);
      const id = keys.length === 1 ? normalizeKey(keys[0] ?? null) : keys.map(normalizeKey).join('\n');
      const group = this.groups.get(id);
      if (!group) {
        this.groups.set(id, row);
        this.bytes += BYTES.group + row.length * BYTES.column;
        for (const column of id === row[1] ? row : [id, ...row])
          if (column !== null) this.bytes += BYTES.text + column.length;
        continue;
      }
      for (let n = 0; n < this.merges.length; n++) {
        const [one, other] = [group[start + n], row[start + n]];
        if (other == null) continue;
        const merged = one == null ? other : (this.merges[n]?.(one, other) ?? one);
        this.bytes += merged.length - (one?.length ?? -BYTES.text);
        group[start + n] = merged;
      }
    }
  }

  /** Formats groups as JSON objects, in the order of their first documents. */
  format(offset = 0, count = Number.POSITIVE_INFINITY): string[] {
    const documents: string[] = [];
    let at = 0;
    for (const row of this.groups.values()) {
      if (at >= offset + count) break;
      if (at++ < offset) continue;
      const present = this.names.flatMap((name, n) =>
        row[1 + n] == null ? [] : `${JSON.stringify(name)}: ${row[1 + n]}`,
      );
      const results = this.fields.map(
        ({ name, accumulator, at }) => `${JSON.stringify(name)}: ${accumulator.format(row.slice(at))}`,
      );
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

function createAccumulator(spec: AccumulatorSpec): AccumulatorMerger {
  if ('$count' in spec) return { merges: [addNumbers], format: ([count]) => count ?? '0' };
  if ('$sum' in spec) {
    const { $sum } = spec;
    const each: Decimal = typeof $sum === 'string' ? { digits: 1n, scale: 0 } : toDecimal($sum);
    return { merges: [addNumbers], format: ([sum]) => formatDecimal(multiplyDecimals(each, parseDecimal(sum ?? '0'))) };
  }
  if ('$avg' in spec) return { merges: [addNumbers, addNumbers], format: formatMean };
  if ('$min' in spec) return createExtreme(-1);
  if ('$max' in spec) return createExtreme(1);
  return {
    merges: ['$first' in spec ? (first) => first : (_, last) => last],
    format: ([placed]) => placed?.slice(SEQ_DIGITS) ?? 'null',
  };
}

/** Formats a mean. Columns: sum and count of the numbers. */
function formatMean([sum, count]: TextRow): string {
  if (sum == null) return 'null';
  return formatDecimal(divideDecimal(parseDecimal(sum), Number(count)));
}

/** Columns of a minimum (`sign` -1) or maximum (1): extreme and count for numbers, texts, and booleans. */
function createExtreme(sign: -1 | 1): AccumulatorMerger {
  const merges = COMPARISONS.flatMap((compare): Merge[] => [
    (one, other) => (sign * compare(other, one) > 0 ? other : one),
    addNumbers,
  ]);
  return {
    merges,
    format([number, numbers, text, texts, flag, flags]) {
      const counts = [numbers, texts, flags].map(Number);
      const type = counts.indexOf(Math.max(...counts));
      if (counts[type] === 0) return 'null';
      if (type === 0) return formatDecimal(parseDecimal(number ?? '0'));
      return type === 1 ? JSON.stringify(text) : String(flag === 't');
    },
  };
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

function addNumbers(one: string, other: string): string {
  if (isShortInteger(one) && isShortInteger(other)) return String(Number(one) + Number(other));
  return formatDecimal(addDecimals(parseDecimal(one), parseDecimal(other)));
}

/** True for digits whose sums a double represents exactly. */
function isShortInteger(text: string): boolean {
  return text.length < 16 && !text.includes('.');
}
