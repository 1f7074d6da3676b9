import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedNumberField } from '#fleet/model/joinedField.ts';
import type { RowOrder } from '#fleet/sort/computeRowOrder.ts';
import { sortNumbers } from '#fleet/sort/sortNumbers.ts';
import { isTimeFieldName } from '#lib/time/time.ts';

type NumbersById = {
  field: string;
  numbers: ReadonlyMap<string, number>;
  /** Value of a device without a number. NaN if it is unknown whether there is one. */
  missing: number;
  /** Identifies the data that the numbers come from. */
  source: string;
};

/** Joins numbers with a device list by ID. NaN for a device without an ID. */
export function* joinNumbers(
  fleet: Fleet,
  { field, numbers, missing, source }: NumbersById,
): Generator<void, JoinedNumberField> {
  const values = new Float64Array(fleet.count);
  const column = fleet.findColumn('deviceID');
  for (let row = 0; row < values.length; row++) {
    const id = fleet.getValue(row, column);
    values[row] = typeof id === 'string' && id !== '' ? (numbers.get(id) ?? missing) : Number.NaN;
    if ((row & 1023) === 1023) yield;
  }
  const rowOrder = yield* computeNumberOrder(values, isTimeFieldName(field) ? 0 : Number.NaN);
  return { values, rowOrder, source };
}

/** Sorts all rows by number. Those without one, NaN or `empty`, come last. */
function* computeNumberOrder(values: Float64Array, empty: number): Generator<void, RowOrder> {
  const filled = new Uint32Array(values.length);
  const empties = new Uint32Array(values.length);
  let [filledCount, emptyCount] = [0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number; // within bounds
    if (value === empty || Number.isNaN(value)) empties[emptyCount++] = row;
    else filled[filledCount++] = row;
  }
  yield;
  const sorted = sortNumbers(filled.slice(0, filledCount), (row) => values[row] as number); // rows of the list
  const rows = new Uint32Array(values.length);
  const ties = new Uint8Array(values.length).fill(1);
  rows.set(sorted.rows);
  rows.set(empties.subarray(0, emptyCount), filledCount);
  ties.set(sorted.ties);
  if (emptyCount > 0) ties[filledCount] = 0;
  return { rows, ties, emptyCount };
}
