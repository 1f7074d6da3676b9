import { RadixSorter } from './radixSorter.ts';

/** Concatenated sort keys. The key of row r is `bytes[starts[r]..starts[r + 1])`. */
export type SortKeyBuffer = { bytes: Uint8Array; starts: Uint32Array };

const COMPARISON_SORT_MAX = 40;
const PREFIX_BYTES = 8;

/**
 * Sorts rows by their keys, byte by byte. Stable radix sort on eight bytes at a time, repeated for rows with equal
 * bytes.
 * @returns the sorted rows, and for each position whether its key equals the previous one
 */
export function sortRowsByKeys(rows: Uint32Array, text: SortKeyBuffer): { rows: Uint32Array; ties: Uint8Array } {
  return new TextSorter(rows, text).sort();
}

class TextSorter {
  private readonly sorter: RadixSorter;
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;
  private readonly ties: Uint8Array;
  private readonly parts: [from: number, to: number, depth: number][];

  constructor(rows: Uint32Array, { bytes, starts }: SortKeyBuffer) {
    this.sorter = new RadixSorter(rows);
    this.bytes = bytes;
    this.starts = starts;
    this.ties = new Uint8Array(rows.length);
    this.parts = [[0, rows.length, 0]];
  }

  sort(): { rows: Uint32Array; ties: Uint8Array } {
    const { sorter, parts, ties } = this;
    for (let part = parts.pop(); part; part = parts.pop()) {
      const [from, to, known] = part;
      const depth = known + this.getSharedLength(from, to, known);
      if (to - from < COMPARISON_SORT_MAX) this.sortByComparing(from, to, depth);
      else {
        this.loadPrefixes(from, to, depth);
        sorter.sort(from, to);
        this.markRuns(from, to, depth + PREFIX_BYTES);
      }
    }
    return { rows: sorter.items, ties };
  }

  private markRuns(from: number, to: number, depth: number): void {
    const { high, low } = this.sorter;
    for (let start = from, at = from + 1; at <= to; at++) {
      if (at < to && high[at] === high[start] && low[at] === low[start]) continue;
      if (at - start > 1) this.markRun(start, at, depth);
      start = at;
    }
  }

  private markRun(from: number, to: number, depth: number): void {
    const { items } = this.sorter;
    const length = this.getLength(items[from] as number); // within bounds, as below
    for (let at = from; at < to; at++) {
      const other = this.getLength(items[at] as number);
      if (other === length && length <= depth) continue;
      // zero bytes look like the end of a shorter text: comparing from the start of the prefix distinguishes them
      if (length < depth || other < depth) this.sortByComparing(from, to, depth - PREFIX_BYTES);
      else this.parts.push([from, to, depth]);
      return;
    }
    this.ties.fill(1, from + 1, to);
  }

  private sortByComparing(from: number, to: number, depth: number): void {
    const { items } = this.sorter;
    if (to - from < COMPARISON_SORT_MAX) this.sortByInsertion(from, to, depth);
    else {
      const sorted = Array.from(items.subarray(from, to)).sort((a, b) => this.compare(a, b, depth));
      items.set(sorted, from);
    }
    for (let at = from + 1; at < to; at++) {
      if (this.compare(items[at - 1] as number, items[at] as number, 0) === 0) this.ties[at] = 1;
    }
  }

  private sortByInsertion(from: number, to: number, depth: number): void {
    const { items } = this.sorter;
    for (let at = from + 1; at < to; at++) {
      const item = items[at] as number;
      let place = at;
      while (place > from && this.compare(items[place - 1] as number, item, depth) > 0) {
        items[place] = items[place - 1] as number;
        place--;
      }
      items[place] = item;
    }
  }

  private compare(a: number, b: number, depth: number): number {
    const { bytes, starts } = this;
    let [atA, atB] = [(starts[a] as number) + depth, (starts[b] as number) + depth];
    const [endA, endB] = [starts[a + 1] as number, starts[b + 1] as number];
    for (; atA < endA && atB < endB; atA++, atB++) {
      const difference = (bytes[atA] as number) - (bytes[atB] as number);
      if (difference !== 0) return difference;
    }
    return endA - atA - (endB - atB);
  }

  private loadPrefixes(from: number, to: number, depth: number): void {
    const { bytes, starts } = this;
    const { items, high, low } = this.sorter;
    for (let at = from; at < to; at++) {
      const row = items[at] as number;
      const start = (starts[row] as number) + depth;
      const end = starts[row + 1] as number;
      high[at] = readUint32(bytes, start, end);
      low[at] = readUint32(bytes, start + 4, end);
    }
  }

  private getSharedLength(from: number, to: number, depth: number): number {
    const { bytes, starts } = this;
    const { items } = this.sorter;
    const first = (starts[items[from] as number] as number) + depth;
    let shared = this.getLength(items[from] as number) - depth;
    for (let at = from + 1; at < to && shared > 0; at++) {
      const row = items[at] as number;
      const start = (starts[row] as number) + depth;
      const most = Math.min(shared, (starts[row + 1] as number) - start);
      let same = 0;
      while (same < most && bytes[start + same] === bytes[first + same]) same++;
      shared = same;
    }
    return Math.max(0, shared);
  }

  private getLength(row: number): number {
    return (this.starts[row + 1] as number) - (this.starts[row] as number);
  }
}

function readUint32(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 <= end) {
    return (
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
    );
  }
  let word = 0;
  for (let next = at; next < at + 4; next++) word = (word << 8) | (next < end ? (bytes[next] as number) : 0);
  return word;
}
