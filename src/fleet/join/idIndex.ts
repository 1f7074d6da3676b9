import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { encodeWtf8 } from '#fleet/text/utf8.ts';
import { hashBytes } from '#fleet/write/byteDictionary.ts';
import { ExactNumber } from '#lib/json/json.ts';

export type IdKey = { bytes: Uint8Array; start: number; end: number };

/** Hash index of rows by ID or another field, without a string per row. A repeated ID refers to its first row. */
export class IdIndex {
  readonly rowCount: number;
  private readonly fleet: Fleet;
  private readonly only: RowSet | undefined;
  private readonly column: number;
  private readonly acceptsNumbers: boolean;
  /** Hash table with open addressing, at most half full. An entry is row + 1, or 0 if empty. */
  private readonly slots: Uint32Array;

  constructor(fleet: Fleet, only?: RowSet, field = 'deviceID') {
    this.fleet = fleet;
    this.only = only;
    this.rowCount = fleet.count;
    this.column = fleet.findColumn(field);
    // device IDs are always text
    this.acceptsNumbers = field !== 'deviceID';
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * (only ?? fleet).count + 2)));
  }

  *build(): Generator<void> {
    for (let row = 0; row < this.rowCount; row++) {
      const key = this.only?.has(row) === false ? undefined : this.getKey(this.fleet, this.column, row);
      if (key && this.findRow(key) < 0) this.slots[this.findFreeSlot(key)] = row + 1;
      if ((row & 1023) === 1023) yield;
    }
  }

  findRow(key: IdKey): number {
    const { slots } = this;
    for (let slot = this.getFirstSlot(key); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1; // the mask keeps it within bounds
      if (row < 0) return -1;
      const other = this.getKey(this.fleet, this.column, row);
      if (other && isEqualKey(key, other)) return row;
    }
  }

  /**
   * Finds the row with the same ID as a row of this or another fleet.
   * @returns -1 if there is none, or if the row has no ID
   */
  findRowWithSameId(fleet: Fleet, column: number, row: number): number {
    const id = this.getKey(fleet, column, row);
    return id ? this.findRow(id) : -1;
  }

  private getKey(fleet: Fleet, column: number, row: number): IdKey | undefined {
    return findRowIdKey(fleet, column, row, this.acceptsNumbers);
  }

  private findFreeSlot(key: IdKey): number {
    let slot = this.getFirstSlot(key);
    while (this.slots[slot]) slot = (slot + 1) & (this.slots.length - 1);
    return slot;
  }

  private getFirstSlot({ bytes, start, end }: IdKey): number {
    const hash = hashBytes(bytes, start, end);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}

/** Returns the ID of a row: non-empty text or, with `acceptsNumbers`, a number. Undefined for other values. */
export function findRowIdKey(fleet: Fleet, column: number, row: number, acceptsNumbers = false): IdKey | undefined {
  const cells = fleet.blocks[row >> BLOCK_SHIFT]?.cells[column];
  const at = row & BLOCK_MASK;
  if (cells?.form === 'text' && !cells.tags?.[at]) {
    const [start, end] = [at === 0 ? 0 : (cells.ends[at - 1] ?? 0), cells.ends[at] ?? 0];
    return end > start ? { bytes: cells.bytes, start, end } : undefined;
  }
  const value = fleet.getValue(row, column);
  const id = acceptsNumbers && (typeof value === 'number' || value instanceof ExactNumber) ? String(value) : value;
  if (typeof id !== 'string' || id === '') return undefined;
  const bytes = encodeWtf8(id);
  return { bytes, start: 0, end: bytes.length };
}

function isEqualKey(one: IdKey, other: IdKey): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  for (let a = one.start, b = other.start; a < one.end; a++, b++) if (one.bytes[a] !== other.bytes[b]) return false;
  return true;
}
