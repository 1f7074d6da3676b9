import { hashBytes } from './byteDictionary.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from './cells.ts';
import type { Joined } from './facets.ts';
import type { Fleet } from './fleet.ts';
import type { RowSet } from './rowSet.ts';
import { Slices } from './slices.ts';
import { encodeText } from './wtf8.ts';

/** What joining by connectivity gives, in the order of its codes. */
export const CONNECTIVITY_LABELS = ['unknown', 'online', 'offline'] as const;

type Key = { bytes: Uint8Array; start: number; end: number };

/**
 * Finds rows of a fleet, or of a part of it, by their ID without making a string of each. Where an ID repeats, the first
 * row has it.
 */
export class IdIndex {
  /** Rows of the whole fleet. */
  readonly rowCount: number;
  private readonly fleet: Fleet;
  private readonly only: RowSet | undefined;
  private readonly column: number;
  /** Open addressing: row + 1, 0 where none is. At most half full. */
  private readonly slots: Uint32Array;

  constructor(fleet: Fleet, only?: RowSet) {
    this.fleet = fleet;
    this.only = only;
    this.rowCount = fleet.count;
    this.column = fleet.columnOf('deviceID');
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * (only ?? fleet).count + 2)));
  }

  /** Takes the rows in; may be interrupted at every yield. */
  *build(): Generator<void> {
    for (let row = 0; row < this.rowCount; row++) {
      const key = this.only?.has(row) === false ? undefined : idAt(this.fleet, this.column, row);
      if (key && this.find(key) < 0) this.slots[this.freeSlot(key)] = row + 1;
      if ((row & 1023) === 1023) yield;
    }
  }

  /** The row with an ID, or -1. */
  find(key: Key): number {
    const { slots } = this;
    for (let slot = this.firstSlot(key); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1; // the mask keeps it within bounds
      if (row < 0) return -1;
      const other = idAt(this.fleet, this.column, row);
      if (other && equal(key, other)) return row;
    }
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

/**
 * Says of every row of `fleet` whether its ID is among those of `online`, in slices between the page's frames.
 * @returns a function that cancels
 */
export function joinConnectivity(fleet: Fleet, online: Fleet, then: (joined: Joined) => void): () => void {
  const slices = new Slices();
  const codes = new Uint8Array(fleet.count);
  const column = fleet.columnOf('deviceID');
  function* work(): Generator<void> {
    const index = new IdIndex(online);
    yield* index.build();
    for (let row = 0; row < codes.length; row++) {
      const key = idAt(fleet, column, row);
      if (key) codes[row] = index.find(key) < 0 ? 2 : 1;
      if ((row & 1023) === 1023) yield;
    }
    then({ labels: CONNECTIVITY_LABELS, codes });
  }
  slices.run(work());
  return () => slices.cancel();
}

/** Every row of a fleet that was asked for by its connectivity. */
export function knownConnectivity(fleet: Fleet, online: boolean): Joined {
  return { labels: CONNECTIVITY_LABELS, codes: new Uint8Array(fleet.count).fill(online ? 1 : 2) };
}

/** The ID of a row, where it is text. */
export function idAt(fleet: Fleet, column: number, row: number): Key | undefined {
  const cells = fleet.blocks[row >> BLOCK_SHIFT]?.cells[column];
  const at = row & BLOCK_MASK;
  if (cells?.form === 'text' && !cells.tags?.[at]) {
    return { bytes: cells.bytes, start: at === 0 ? 0 : (cells.ends[at - 1] ?? 0), end: cells.ends[at] ?? 0 };
  }
  const id = fleet.value(row, column);
  if (typeof id !== 'string') return undefined;
  const bytes = encodeText(id);
  return { bytes, start: 0, end: bytes.length };
}

function equal(one: Key, other: Key): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  for (let a = one.start, b = other.start; a < one.end; a++, b++) if (one.bytes[a] !== other.bytes[b]) return false;
  return true;
}
