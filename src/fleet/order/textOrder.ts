import { KeyedItems } from './keyedItems.ts';

/** Folded text of rows, one after the other: row r is `bytes[starts[r]..starts[r + 1])`. */
export type FoldedText = { bytes: Uint8Array; starts: Uint32Array };

/** Parts shorter than this are sorted by comparing. */
const SMALL = 40;
const PREFIX = 8;

/**
 * Sorts rows by their folded text, byte by byte, stable. Radix-sorts by eight bytes at a time; rows that share them go
 * on with the next eight.
 * @returns the rows in order, and for each place whether its text equals the one before
 */
export function orderText(rows: Uint32Array, text: FoldedText): { rows: Uint32Array; ties: Uint8Array } {
  const ties = new Uint8Array(rows.length);
  const keyed = new KeyedItems(rows);
  const parts: [from: number, to: number, depth: number][] = [[0, rows.length, 0]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    const depth = part[2] + sharedLength(keyed.items, from, to, part[2], text);
    if (to - from < SMALL) sortSmall(keyed.items, from, to, depth, text);
    else {
      loadPrefixes(keyed, from, to, depth, text);
      keyed.sort(from, to);
    }
    const run = to - from < SMALL ? undefined : depth + PREFIX;
    markRuns(keyed, from, to, run, text, ties, parts);
  }
  return { rows: keyed.items, ties };
}

function markRuns(
  { items, high, low }: KeyedItems,
  from: number,
  to: number,
  depth: number | undefined,
  text: FoldedText,
  ties: Uint8Array,
  parts: [number, number, number][],
): void {
  if (depth === undefined) {
    for (let at = from + 1; at < to; at++) {
      // within bounds, as everywhere below
      if (compare(items[at - 1] as number, items[at] as number, 0, text) === 0) ties[at] = 1;
    }
    return;
  }
  for (let start = from, at = from + 1; at <= to; at++) {
    if (at < to && high[at] === high[start] && low[at] === low[start]) continue;
    if (at - start > 1) markRun(items, start, at, depth, text, ties, parts);
    start = at;
  }
}

/** Rows of one prefix: equal when all of them end within it, else to be sorted by what follows. */
function markRun(
  items: Uint32Array,
  from: number,
  to: number,
  depth: number,
  text: FoldedText,
  ties: Uint8Array,
  parts: [number, number, number][],
): void {
  const length = lengthOf(items[from] as number, text);
  for (let at = from; at < to; at++) {
    const other = lengthOf(items[at] as number, text);
    if (other === length && length <= depth) continue;
    // zero bytes look like the end of a shorter text: the comparison from the prefix's start tells them apart
    const zeros = length < depth || other < depth;
    if (zeros) {
      sortSmall(items, from, to, depth - PREFIX, text);
      for (let next = from + 1; next < to; next++) {
        if (compare(items[next - 1] as number, items[next] as number, 0, text) === 0) ties[next] = 1;
      }
    } else parts.push([from, to, depth]);
    return;
  }
  ties.fill(1, from + 1, to);
}

function sortSmall(items: Uint32Array, from: number, to: number, depth: number, text: FoldedText): void {
  if (to - from >= SMALL) {
    items.subarray(from, to).set(Array.from(items.subarray(from, to)).sort((a, b) => compare(a, b, depth, text)));
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const item = items[at] as number;
    let place = at;
    while (place > from && compare(items[place - 1] as number, item, depth, text) > 0) {
      items[place] = items[place - 1] as number;
      place--;
    }
    items[place] = item;
  }
}

function compare(a: number, b: number, depth: number, { bytes, starts }: FoldedText): number {
  let [atA, atB] = [(starts[a] as number) + depth, (starts[b] as number) + depth];
  const [endA, endB] = [starts[a + 1] as number, starts[b + 1] as number];
  for (; atA < endA && atB < endB; atA++, atB++) {
    const difference = (bytes[atA] as number) - (bytes[atB] as number);
    if (difference !== 0) return difference;
  }
  return endA - atA - (endB - atB);
}

function loadPrefixes(keyed: KeyedItems, from: number, to: number, depth: number, { bytes, starts }: FoldedText): void {
  const { items, high, low } = keyed;
  for (let at = from; at < to; at++) {
    const row = items[at] as number;
    const start = (starts[row] as number) + depth;
    const end = starts[row + 1] as number;
    high[at] = fourBytes(bytes, start, end);
    low[at] = fourBytes(bytes, start + 4, end);
  }
}

function fourBytes(bytes: Uint8Array, at: number, end: number): number {
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

/** How many bytes from `depth` on all rows of a part share. */
function sharedLength(items: Uint32Array, from: number, to: number, depth: number, text: FoldedText): number {
  const { bytes, starts } = text;
  const first = (starts[items[from] as number] as number) + depth;
  let shared = lengthOf(items[from] as number, text) - depth;
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

function lengthOf(row: number, { starts }: FoldedText): number {
  return (starts[row + 1] as number) - (starts[row] as number);
}
