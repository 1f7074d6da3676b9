import { type Block, TAG } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { coderOf, typeOf } from '#fleet/questions/facets.ts';
import { ExactNumber } from '#lib/json/json.ts';
import { formatTyped, parseTyped } from '#lib/json/typedText.ts';
import { getClockOffset } from '#lib/time/serviceClock.ts';
import { isTimeFieldName } from '#lib/time/time.ts';

/** Tests a row; `row` is its number within the block, `at` within the fleet. */
export type RowTest = (block: Block, row: number, at: number) => boolean;

/**
 * Numbers in [from, to]; either limit may be omitted. Rows without a number (missing, null, or 0 for a time) pass in
 * addition (`too`), exclusively (`only`), or not at all.
 */
export type Range = {
  from?: number;
  to?: number;
  /** Maximum age, and minimum age, in ms before the list was requested. */
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

/**
 * Tests whether a row's value is in `allowed`, in the format of `formatTyped`; '' stands for no value. A text without
 * a type prefix that is not a value of the column also matches values of other types, for compatibility with old
 * links.
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
  // too many values for codes, or a column without codes: compares the cells
  if (!coder) return written;
  const codes = labels.map((label) => allowed.has(label));
  // values of another type than their column have no code
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

/** Reads the numbers of a column: `undefined` if there is none (missing, null, 0 as a time), NaN for a value of another type. */
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
