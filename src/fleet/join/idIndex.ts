import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { encodeText } from '#fleet/text/utf8.ts';
import { hashBytes } from '#fleet/write/byteDictionary.ts';
import { ExactNumber } from '#lib/json/json.ts';

export type Key = { bytes: Uint8Array; start: number; end: number };

/**
 * Hash index of a fleet's rows, or of a subset, by ID or another field, without a string per row. A repeated ID gives
 * its first row.
 */
export class IdIndex {
  readonly rowCount: number;
  private readonly fleet: Fleet;
  private readonly only: RowSet | undefined;
  private readonly column: number;
  private readonly takesNumbers: boolean;
  /** Open addressing: row + 1, or 0 if empty. At most half full. */
  private readonly slots: Uint32Array;

  constructor(fleet: Fleet, only?: RowSet, field = 'deviceID') {
    this.fleet = fleet;
    this.only = only;
    this.rowCount = fleet.count;
    this.column = fleet.columnOf(field);
    // device IDs are always text
    this.takesNumbers = field !== 'deviceID';
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * (only ?? fleet).count + 2)));
  }

  *build(): Generator<void> {
    for (let row = 0; row < this.rowCount; row++) {
      const key = this.only?.has(row) === false ? undefined : this.keyAt(this.fleet, this.column, row);
      if (key && this.find(key) < 0) this.slots[this.freeSlot(key)] = row + 1;
      if ((row & 1023) === 1023) yield;
    }
  }

  find(key: Key): number {
    const { slots } = this;
    for (let slot = this.firstSlot(key); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1; // the mask keeps it within bounds
      if (row < 0) return -1;
      const other = this.keyAt(this.fleet, this.column, row);
      if (other && equal(key, other)) return row;
    }
  }

  /** Finds the row with the same ID as a row of this or another fleet; -1 if there is none, or if the row has no ID. */
  findAs(fleet: Fleet, column: number, row: number): number {
    const id = this.keyAt(fleet, column, row);
    return id ? this.find(id) : -1;
  }

  private keyAt(fleet: Fleet, column: number, row: number): Key | undefined {
    return idAt(fleet, column, row, this.takesNumbers);
  }

  private freeSlot(key: Key): number {
    let slot = this.firstSlot(key);
    while (this.slots[slot]) slot = (slot + 1) & (this.slots.length - 1);
    return slot;
  }

  private firstSlot({ bytes, start, end }: Key): number {
    const hash = hashBytes(bytes, start, end);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}

/** The ID of a row if it is non-empty text, or a number with `takesNumbers`. */
export function idAt(fleet: Fleet, column: number, row: number, takesNumbers = false): Key | undefined {
  const cells = fleet.blocks[row >> BLOCK_SHIFT]?.cells[column];
  const at = row & BLOCK_MASK;
  if (cells?.form === 'text' && !cells.tags?.[at]) {
    const [start, end] = [at === 0 ? 0 : (cells.ends[at - 1] ?? 0), cells.ends[at] ?? 0];
    return end > start ? { bytes: cells.bytes, start, end } : undefined;
  }
  const value = fleet.value(row, column);
  const id = takesNumbers && (typeof value === 'number' || value instanceof ExactNumber) ? String(value) : value;
  if (typeof id !== 'string' || id === '') return undefined;
  const bytes = encodeText(id);
  return { bytes, start: 0, end: bytes.length };
}

function equal(one: Key, other: Key): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  for (let a = one.start, b = other.start; a < one.end; a++, b++) if (one.bytes[a] !== other.bytes[b]) return false;
  return true;
}
