import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import type { Cell } from '#fleet/read/pastedLines.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { chooseReading } from './chooseReading.ts';
import {
  findKnown,
  findOthers,
  getReadField,
  isHeading,
  isKnown,
  type Known,
  looksRight,
  nameEntry,
  type Reading,
} from './pastedValues.ts';

const INVENTORY_LABELS = ['not listed', 'listed'] as const;

/** Outcome of an entry; the names are used in links and files. */
export const OUTCOMES = ['found', 'hidden', 'not found', 'duplicate', 'unreadable', 'heading'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** A pasted ID or e-mail with its line, counted from 1; a duplicate has the line of its first occurrence. */
export type Entry = Cell & { outcome: Outcome; first?: number };

export type Inventory = {
  entries: readonly Entry[];
  counts: Readonly<Record<Outcome, number>>;
  /** Rows of the listed devices, and how many of them pass the filters. */
  rows: RowSet;
  shown: number;
  hidden: RowSet;
  /** Number of devices that pass the filters and are not listed. */
  unlisted: number;
  joined: Joined & { codes: Uint8Array; order: readonly number[] };
  reading: Reading;
};

/** A table column is chosen if the other columns together have at most a tenth of its known values. */
const STRAY_SHARE = 0.1;
const TABLE_LEAST = 3;

const STEP = 255;

/**
 * Reconciles pasted IDs and e-mails, or values of another field, with a list's devices. Accepts any separator, quotes
 * and headings; ignores text that is neither known nor plausible. Values without an exact match are matched ignoring
 * case. Without `reading` the best match is chosen. `passing` are the rows that pass the filters. Interruptible at
 * every yield.
 */
export function* reconcile(text: string, fleet: Fleet, passing: RowSet, reading?: Reading): Generator<void, Inventory> {
  const { lines, known } = yield* findKnown(text, fleet, reading ?? (yield* chooseReading(text, fleet)));
  const picked = yield* pick(lines, known);
  const named = yield* rowsOf(fleet, picked, known);
  return yield* judge(picked, known, named, passing, fleet.count);
}

/** Picks the relevant cells of each line; a line without any is unreadable. */
function* pick(lines: readonly Cell[][], known: Known): Generator<void, Entry[]> {
  const column = yield* tableColumn(lines, known);
  const picked: Entry[] = [];
  for (const [place, cells] of lines.entries()) {
    const before = picked.length;
    const heads = place === 0 && isHeading(cells, known);
    for (const cell of heads ? [] : column === undefined ? cells : cells.slice(column, column + 1)) {
      for (const word of yield* words(cell, known)) picked.push({ ...word, outcome: 'not found' });
      if ((picked.length & STEP) === 0) yield;
    }
    const [first] = cells;
    if (first && picked.length === before) {
      const text = texts(cells).filter(Boolean).join(', ');
      picked.push({ ...first, text, outcome: heads ? 'heading' : 'unreadable' });
    }
    if ((picked.length & STEP) === 0) yield;
  }
  return picked;
}

function texts(cells: readonly Cell[]): string[] {
  return cells.map(({ text }) => text);
}

/** Returns the cell if it is known or plausible; otherwise its words, if one of them is known. */
function* words(cell: Cell, known: Known): Generator<void, readonly Cell[]> {
  if (isKnown(cell.text, known) || looksRight(cell.text, known)) return [cell];
  const found: Cell[] = [];
  let anyKnown = false;
  for (const [place, text] of cell.text.split(/\s+/).entries()) {
    const own = isKnown(text, known);
    if (own || looksRight(text, known)) found.push({ ...cell, text });
    anyKnown ||= own;
    if ((place & STEP) === STEP) yield;
  }
  return anyKnown ? found : [];
}

/** Column to read, if the lines form a table with one column of known values. */
function* tableColumn(lines: readonly Cell[][], known: Known): Generator<void, number | undefined> {
  const width = lines.at(-1)?.length ?? 0;
  if (lines.length < TABLE_LEAST || width < 2 || lines.some((cells) => cells.length !== width)) return undefined;
  const found = new Array<number>(width).fill(0);
  let done = 0;
  for (const cells of lines) {
    for (const [column, { text }] of cells.entries()) {
      if (isKnown(text, known)) found[column] = (found[column] ?? 0) + 1;
      if ((++done & STEP) === 0) yield;
    }
  }
  const most = found.reduce((one, other) => Math.max(one, other), 0);
  const others = found.reduce((sum, count) => sum + count, 0) - most;
  return most > 0 && others <= STRAY_SHARE * most ? found.indexOf(most) : undefined;
}

type Named = { rows: RowSet; repeats: ReadonlyMap<number, readonly number[]> };

function* rowsOf(fleet: Fleet, entries: readonly Entry[], known: Known): Generator<void, Named> {
  const { index, firstRow, reading } = known;
  const first = new RowSet();
  const rows = new RowSet();
  const repeats = new Map<number, number[]>();
  for (const [place, { text, outcome }] of entries.entries()) {
    if (outcome !== 'not found') continue;
    const row = firstRow(text);
    if (row >= 0) first.set(row, true);
    else for (const own of findOthers(text, known)) rows.set(own, true);
    if ((place & STEP) === STEP) yield;
  }
  const column = fleet.columnOf(getReadField(reading) ?? 'deviceID');
  for (let row = 0; first.count > 0 && row < fleet.count; row++) {
    const own = index.findAs(fleet, column, row);
    if (own >= 0 && first.has(own)) {
      rows.set(row, true);
      const others = own === row ? undefined : repeats.get(own);
      if (others) others.push(row);
      else if (own !== row) repeats.set(own, [row]);
    }
    if ((row & 1023) === 1023) yield;
  }
  return { rows, repeats };
}

function* judge(
  picked: readonly Entry[],
  known: Known,
  { rows, repeats }: Named,
  passing: RowSet,
  count: number,
): Generator<void, Inventory> {
  const seen = new Map<string, number>();
  const hidden = new RowSet();
  const order: number[] = [];
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>; // one for each
  const entries: Entry[] = [];
  for (const [place, entry] of picked.entries()) {
    const row = known.firstRow(entry.text);
    const own = row >= 0 ? [row, ...(repeats.get(row) ?? [])] : findOthers(entry.text, known);
    const name = nameEntry(entry.text, known, own);
    let { outcome } = entry;
    const first = outcome === 'not found' ? seen.get(name) : undefined;
    if (first !== undefined) outcome = 'duplicate';
    else if (outcome === 'not found') {
      if (own.length > 0) outcome = own.some((one) => passing.has(one)) ? 'found' : 'hidden';
      order.push(...own);
      seen.set(name, entry.line);
    }
    if (outcome === 'hidden') for (const one of own) hidden.set(one, true);
    counts[outcome]++;
    entries.push({ ...entry, outcome, ...(first !== undefined && { first }) });
    if ((place & STEP) === STEP) yield;
  }
  const codes = new Uint8Array(count);
  let shown = 0;
  for (const row of rows.rows()) {
    codes[row] = 1;
    if (passing.has(row)) shown++;
    if ((row & 1023) === 1023) yield;
  }
  const unlisted = passing.count - shown;
  return {
    entries,
    counts,
    rows,
    shown,
    hidden,
    unlisted,
    joined: { labels: INVENTORY_LABELS, codes, order: [...new Set(order)] },
    reading: known.reading,
  };
}
