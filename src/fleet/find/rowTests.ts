import { type Block, TAG } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { coderOf, typeOf } from '#fleet/questions/facets.ts';
import { ExactNumber } from '#lib/json/json.ts';
import { formatTyped, parseTyped } from '#lib/json/typedText.ts';
import { getClockOffset } from '#lib/time/serviceClock.ts';
import { isTimeFieldName } from '#lib/time/time.ts';

/** Whether a filter lets a row through; `row` counts within the block and `at` within the fleet. */
export type RowTest = (block: Block, row: number, at: number) => boolean;

/**
 * Numbers from `from` to `to`, both included; either may be left out. Rows without a number (missing, null, and 0 where
 * it is a time) pass `too` beside those in the range, or are the `only` ones to pass; else they do not.
 */
export type Range = {
  from?: number;
  to?: number;
  /** At most, and more than, so many ms before the list was asked for. */
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

/**
 * Rows whose value is among `allowed`, each as `formatTyped` writes it; '' stands for no value. A text that no value of the
 * column itself has, and without a type before it, is found among those of other types: so links were written once.
 */
export function facetTest(
  fleet: Fleet,
  field: string,
  allowed: ReadonlySet<string>,
  joined: ReadonlyMap<string, Joined>,
): RowTest {
  const coder = coderOf(fleet, field, joined);
  const labels = coder?.labels() ?? [];
  const column = fleet.columnOf(field);
  const type = typeOf(fleet, field);
  const isOwn = (text: string) => (coder ? labels.includes(text) : isWrittenAs(text, type));
  const untyped = new Set([...allowed].filter((text) => parseTyped(text).type === undefined && !isOwn(text)));
  const passes = (value: unknown) => {
    const typed = formatTyped(value, type);
    return allowed.has(typed) || (typed !== '' && parseTyped(typed).type !== undefined && untyped.has(String(value)));
  };
  const written: RowTest = (_block, _row, at) => passes(fleet.value(at, column));
  // too many values for codes, or a column without them: compare what the cells say
  if (!coder) return written;
  const codes = labels.map((label) => allowed.has(label));
  // what is of another type than its column has no code
  if (!coder.many) {
    return (block, row, at) =>
      !joined.has(field) && block.cells[column]?.tags?.[row] === TAG.odd
        ? written(block, row, at)
        : (codes[coder.code(block, row, at)] ?? false);
  }
  const wanted = codes.reduce((bits, on, index) => bits | (on ? 1 << index : 0), 0);
  const none = allowed.has('');
  return (block, row, at) => {
    const bits = coder.code(block, row, at);
    return (bits & wanted) !== 0 || (none && bits === 0);
  };
}

/** Whether a value of a type may be written so. */
function isWrittenAs(text: string, type: ReturnType<typeof typeOf>): boolean {
  if (type === 'number') return text !== '' && !Number.isNaN(Number(text));
  return type === 'text' || (type === 'boolean' && (text === 'true' || text === 'false'));
}

export function rangeTest(fleet: Fleet, field: string, range: Range): RowTest {
  const { missing } = range;
  const asOf = (fleet.fetchedAt || Date.now()) + getClockOffset();
  const from = range.within === undefined ? (range.from ?? Number.NEGATIVE_INFINITY) : asOf - range.within;
  const to = range.before === undefined ? (range.to ?? Number.POSITIVE_INFINITY) : asOf - range.before - 1;
  const column = fleet.columnOf(field);
  const number = numberIn(fleet, column);
  return (block, row, at) => {
    const value = number(block, row, at);
    if (value === undefined) return missing !== undefined;
    return missing !== 'only' && value >= from && value <= to; // false for NaN
  };
}

/**
 * How the numbers of a column are read: `undefined` where there is none (missing, null, 0 as a time), NaN where there is
 * something else.
 */
export function numberIn(fleet: Fleet, column: number): (block: Block, row: number, at: number) => number | undefined {
  const never = isTimeFieldName(fleet.columns[column]?.name ?? '') ? 0 : undefined;
  return (block, row, at) => {
    const cells = block.cells[column];
    const tag = cells ? (cells.tags?.[row] ?? TAG.value) : TAG.missing;
    if (tag === TAG.null || tag === TAG.missing) return undefined;
    if (tag === TAG.value && cells?.form === 'number') {
      const value = cells.values[row] as number; // a row of the block
      return value === never ? undefined : value;
    }
    const value = fleet.value(at, column);
    return value instanceof ExactNumber ? Number(value.text) : Number.NaN;
  };
}
