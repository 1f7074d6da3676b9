import { RadixSorter } from './radixSorter.ts';

/** Sorted rows. `ties[i]` is 1 if the value at position i equals the previous one. */
export type SortedRows = { rows: Uint32Array; ties: Uint8Array };

/** Sorts rows by their numbers, ascending. Equal numbers keep their order. */
export function sortNumbers(rows: Uint32Array, getNumber: (row: number) => number): SortedRows {
  const keyed = new RadixSorter(rows);
  const float = new Float64Array(1);
  const halves = new Uint32Array(float.buffer);
  const [low, high] = IS_LITTLE_ENDIAN ? [0, 1] : [1, 0];
  for (let at = 0; at < rows.length; at++) {
    float[0] = getNumber(rows[at] as number) + 0; // -0 becomes 0, as they are equal
    const top = halves[high] as number;
    // as unsigned integers, floats sort correctly once negative ones are inverted and the sign bit is flipped
    keyed.high[at] = top >>> 31 ? ~top : top | 0x80000000;
    keyed.low[at] = top >>> 31 ? ~(halves[low] as number) : (halves[low] as number);
  }
  keyed.sort(0, rows.length);
  const ties = new Uint8Array(rows.length);
  for (let at = 1; at < rows.length; at++) {
    if (keyed.high[at] === keyed.high[at - 1] && keyed.low[at] === keyed.low[at - 1]) ties[at] = 1;
  }
  return { rows: keyed.items, ties };
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
