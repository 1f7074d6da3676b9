import { JOINED_FIELDS } from '#contract/device.ts';
import { CELL_TAG, type RowBlock } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { getJoinedFieldValue, type JoinedField } from '#fleet/model/joinedField.ts';
import { createFacetEncoder, getColumnValueType } from '#fleet/queries/facets.ts';
import { ExactNumber } from '#lib/json/json.ts';
import { formatTypePrefixedText, parseTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { getServiceClockOffset } from '#lib/time/serviceClock.ts';
import { isTimeFieldName } from '#lib/time/time.ts';

/** Tests a row. `row` is its index within the block, `at` its index within the fleet. */
export type RowPredicate = (block: RowBlock, row: number, at: number) => boolean;

/**
 * Range of numbers [from, to]; each limit is optional. Rows without a number (missing, null, or 0 for a time) are
 * excluded by default, included with `too`, or the only ones included with `only`.
 */
export type ValueRange = {
  from?: number;
  to?: number;
  /** Maximum and minimum age in ms, relative to the request of the list. */
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

/**
 * Creates a test for rows with a selected value. Values have the format of `formatTypePrefixedText`; '' means no value. A text
 * without type prefix also matches values of other types, so that old links keep working.
 */
export function createFacetPredicate(
  fleet: Fleet,
  field: string,
  allowed: ReadonlySet<string>,
  joined: ReadonlyMap<string, JoinedField>,
): RowPredicate {
  const coder = createFacetEncoder(fleet, field, joined);
  const labels = coder?.getLabels() ?? [];
  const column = fleet.findColumn(field);
  const read = createValueReader(fleet, field, joined.get(field));
  const type = getColumnValueType(fleet, field, joined.get(field));
  const isOwn = (text: string) => (coder ? labels.includes(text) : isTextOfType(text, type));
  const untyped = new Set(
    [...allowed].filter((text) => parseTypePrefixedText(text).type === undefined && !isOwn(text)),
  );
  const passes = (value: unknown) => {
    const typed = formatTypePrefixedText(value, type);
    return (
      allowed.has(typed) ||
      (typed !== '' && parseTypePrefixedText(typed).type !== undefined && untyped.has(String(value)))
    );
  };
  const written: RowPredicate = (_block, _row, at) => passes(read(at));
  // too many values for codes, or a column without codes: compares the cells
  if (!coder) return written;
  const codes = labels.map((label) => allowed.has(label));
  // values of another type than their column have no code
  if (!coder.hasMultipleLabels) {
    return (block, row, at) =>
      !joined.has(field) && block.cells[column]?.tags?.[row] === CELL_TAG.mismatched
        ? written(block, row, at)
        : (codes[coder.encode(block, row, at)] ?? false);
  }
  const wanted = codes.reduce((bits, on, index) => bits | (on ? 1 << index : 0), 0);
  const none = allowed.has('');
  return (block, row, at) => {
    const bits = coder.encode(block, row, at);
    return (bits & wanted) !== 0 || (none && bits === 0);
  };
}

function isTextOfType(text: string, type: ReturnType<typeof getColumnValueType>): boolean {
  if (type === 'number') return text !== '' && !Number.isNaN(Number(text));
  return type === 'text' || (type === 'boolean' && (text === 'true' || text === 'false'));
}

export function createRangePredicate(
  fleet: Fleet,
  field: string,
  range: ValueRange,
  joined?: JoinedField,
): RowPredicate {
  const { missing } = range;
  // before a computed field is known, no device passes
  if (!joined && JOINED_FIELDS.includes(field) && fleet.findColumn(field) < 0) return () => false;
  const asOf = (fleet.fetchedAt || Date.now()) + getServiceClockOffset();
  const from = range.within === undefined ? (range.from ?? Number.NEGATIVE_INFINITY) : asOf - range.within;
  const to = range.before === undefined ? (range.to ?? Number.POSITIVE_INFINITY) : asOf - range.before - 1;
  const number = createJoinedOrCellNumberReader(fleet, field, joined);
  return (block, row, at) => {
    const value = number(block, row, at);
    if (value === undefined) return missing !== undefined;
    return missing !== 'only' && value >= from && value <= to; // false for NaN
  };
}

export function createValueReader(
  fleet: Fleet,
  field: string,
  joined: JoinedField | undefined,
): (row: number) => unknown {
  if (joined && 'values' in joined) return (row) => getJoinedFieldValue(joined, row);
  const column = fleet.findColumn(field);
  return (row) => fleet.getValue(row, column);
}

type NumberReader = (block: RowBlock, row: number, at: number) => number | undefined;

/** Like `createNumberReader`, for a field that may be computed. */
export function createJoinedOrCellNumberReader(
  fleet: Fleet,
  field: string,
  joined: JoinedField | undefined,
): NumberReader {
  if (!joined || !('values' in joined)) return createNumberReader(fleet, fleet.findColumn(field));
  const { values } = joined;
  const never = isTimeFieldName(field) ? 0 : undefined;
  return (_block, _row, at) => {
    const value = values[at];
    return value === never ? undefined : value;
  };
}

/**
 * Creates a reader for the numbers of a column. It returns undefined if there is no number (missing, null, 0 for a
 * time), and NaN for a value of another type.
 */
export function createNumberReader(fleet: Fleet, column: number): NumberReader {
  const never = isTimeFieldName(fleet.columns[column]?.name ?? '') ? 0 : undefined;
  return (block, row, at) => {
    const cells = block.cells[column];
    const tag = cells ? (cells.tags?.[row] ?? CELL_TAG.value) : CELL_TAG.missing;
    if (tag === CELL_TAG.null || tag === CELL_TAG.missing) return undefined;
    if (tag === CELL_TAG.value && cells?.form === 'number') {
      const value = cells.values[row] as number; // a row of the block
      return value === never ? undefined : value;
    }
    const value = fleet.getValue(at, column);
    return value instanceof ExactNumber ? Number(value.text) : Number.NaN;
  };
}
