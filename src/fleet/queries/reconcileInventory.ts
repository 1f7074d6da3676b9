import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedLabelField } from '#fleet/model/joinedField.ts';
import { type PastedCell, parsePastedLines } from '#fleet/read/parsePastedLines.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import {
  buildPastedValueLookup,
  findInexactMatches,
  findMatchKeyField,
  getEntryKey,
  isHeadingRow,
  isKnownValue,
  isPlausibleValue,
  type MatchKey,
  type ValueLookup,
} from './valueLookup.ts';

const INVENTORY_LABELS = ['not listed', 'listed'] as const;

/** Result of comparing a pasted entry. The names are used in links and files. */
export const ENTRY_OUTCOMES = ['found', 'hidden', 'not found', 'duplicate', 'unreadable', 'heading'] as const;

export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number];

/**
 * Pasted ID or email address with its line number, from 1. For a duplicate, `firstLine` is the line of its first
 * occurrence.
 */
export type InventoryEntry = PastedCell & { outcome: EntryOutcome; firstLine?: number };

export type InventoryReconciliation = {
  entries: readonly InventoryEntry[];
  counts: Readonly<Record<EntryOutcome, number>>;
  rows: RowSet;
  shown: number;
  hidden: RowSet;
  unlisted: number;
  joined: JoinedLabelField & { codes: Uint8Array; order: readonly number[] };
  matchKey: MatchKey;
};

const STRAY_SHARE_MAX = 0.1;
const TABLE_LINES_MIN = 3;

const YIELD_MASK = 255;

/**
 * Compares pasted IDs and email addresses (or values of another field) with the devices of a list. Accepts any
 * separator, quotes and headings, and ignores text that is neither known nor plausible. Ignores case if there is no
 * exact match.
 */
export function* reconcileInventory(
  text: string,
  fleet: Fleet,
  visibleRows: RowSet,
  matchKey?: MatchKey,
): Generator<void, InventoryReconciliation> {
  const { lines, known } = yield* buildPastedValueLookup(text, fleet, matchKey ?? (yield* detectMatchKey(text, fleet)));
  const picked = yield* pickEntries(lines, known);
  const named = yield* findMatchedRows(fleet, picked, known);
  return yield* classifyEntries(picked, known, named, visibleRows, fleet.count);
}

function* pickEntries(lines: readonly PastedCell[][], known: ValueLookup): Generator<void, InventoryEntry[]> {
  const column = yield* findTableColumn(lines, known);
  const picked: InventoryEntry[] = [];
  for (const [place, cells] of lines.entries()) {
    const before = picked.length;
    const heads = place === 0 && isHeadingRow(cells, known);
    for (const cell of heads ? [] : column === undefined ? cells : cells.slice(column, column + 1)) {
      for (const word of yield* splitKnownWords(cell, known)) picked.push({ ...word, outcome: 'not found' });
      if ((picked.length & YIELD_MASK) === 0) yield;
    }
    const [first] = cells;
    if (first && picked.length === before) {
      const text = getTexts(cells).filter(Boolean).join(', ');
      picked.push({ ...first, text, outcome: heads ? 'heading' : 'unreadable' });
    }
    if ((picked.length & YIELD_MASK) === 0) yield;
  }
  return picked;
}

function getTexts(cells: readonly PastedCell[]): string[] {
  return cells.map(({ text }) => text);
}

function* splitKnownWords(cell: PastedCell, known: ValueLookup): Generator<void, readonly PastedCell[]> {
  if (isKnownValue(cell.text, known) || isPlausibleValue(cell.text, known)) return [cell];
  const found: PastedCell[] = [];
  let anyKnown = false;
  for (const [place, text] of cell.text.split(/\s+/).entries()) {
    const own = isKnownValue(text, known);
    if (own || isPlausibleValue(text, known)) found.push({ ...cell, text });
    anyKnown ||= own;
    if ((place & YIELD_MASK) === YIELD_MASK) yield;
  }
  return anyKnown ? found : [];
}

function* findTableColumn(lines: readonly PastedCell[][], known: ValueLookup): Generator<void, number | undefined> {
  const width = lines.at(-1)?.length ?? 0;
  if (lines.length < TABLE_LINES_MIN || width < 2 || lines.some((cells) => cells.length !== width)) return undefined;
  const found = new Array<number>(width).fill(0);
  let done = 0;
  for (const cells of lines) {
    for (const [column, { text }] of cells.entries()) {
      if (isKnownValue(text, known)) found[column] = (found[column] ?? 0) + 1;
      if ((++done & YIELD_MASK) === 0) yield;
    }
  }
  const most = found.reduce((one, other) => Math.max(one, other), 0);
  const others = found.reduce((sum, count) => sum + count, 0) - most;
  return most > 0 && others <= STRAY_SHARE_MAX * most ? found.indexOf(most) : undefined;
}

type MatchedRows = { rows: RowSet; repeats: ReadonlyMap<number, readonly number[]> };

function* findMatchedRows(
  fleet: Fleet,
  entries: readonly InventoryEntry[],
  known: ValueLookup,
): Generator<void, MatchedRows> {
  const { index, findFirstRow, matchKey } = known;
  const first = new RowSet();
  const rows = new RowSet();
  const repeats = new Map<number, number[]>();
  for (const [place, { text, outcome }] of entries.entries()) {
    if (outcome !== 'not found') continue;
    const row = findFirstRow(text);
    if (row >= 0) first.set(row, true);
    else for (const own of findInexactMatches(text, known)) rows.set(own, true);
    if ((place & YIELD_MASK) === YIELD_MASK) yield;
  }
  const column = fleet.findColumn(findMatchKeyField(matchKey) ?? 'deviceID');
  for (let row = 0; first.count > 0 && row < fleet.count; row++) {
    const own = index.findRowWithSameId(fleet, column, row);
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

function* classifyEntries(
  picked: readonly InventoryEntry[],
  known: ValueLookup,
  { rows, repeats }: MatchedRows,
  passing: RowSet,
  count: number,
): Generator<void, InventoryReconciliation> {
  const seen = new Map<string, number>();
  const hidden = new RowSet();
  const order: number[] = [];
  const counts = Object.fromEntries(ENTRY_OUTCOMES.map((outcome) => [outcome, 0])) as Record<EntryOutcome, number>; // one for each
  const entries: InventoryEntry[] = [];
  for (const [place, entry] of picked.entries()) {
    const row = known.findFirstRow(entry.text);
    const own = row >= 0 ? [row, ...(repeats.get(row) ?? [])] : findInexactMatches(entry.text, known);
    const name = getEntryKey(entry.text, known, own);
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
    entries.push({ ...entry, outcome, ...(first !== undefined && { firstLine: first }) });
    if ((place & YIELD_MASK) === YIELD_MASK) yield;
  }
  const codes = new Uint8Array(count);
  let shown = 0;
  for (const row of rows.values()) {
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
    matchKey: known.matchKey,
  };
}

const LINES_MAX = 300;

const MATCHED_SHARE_MIN = 0.5;

function* detectMatchKey(text: string, fleet: Fleet): Generator<void, MatchKey> {
  const lines = yield* parsePastedLines(text, () => false);
  const every = Math.max(1, Math.ceil(lines.length / LINES_MAX));
  const sample = lines.filter((_, index) => index % every === 0);
  const byText = new Map<string, number[]>();
  for (const [line, cells] of sample.entries()) {
    const texts = cells.flatMap((cell) => [cell.text, ...cell.text.split(/\s+/)]);
    for (const one of new Set(texts.filter(Boolean).map((each) => each.toLowerCase()))) {
      byText.set(one, [...(byText.get(one) ?? []), line]);
    }
  }
  const ids = yield* countLinesWithKnownValue(fleet, ['deviceID', 'admin'], byText);
  if (ids >= MATCHED_SHARE_MIN * sample.length) return 'any';
  let best: { field: string; known: number } | undefined;
  for (const { name, storage } of fleet.columns) {
    if (name === 'deviceID' || name === 'admin' || (storage !== 'text' && storage !== 'number')) continue;
    const known = yield* countLinesWithKnownValue(fleet, [name], byText);
    if (known > (best?.known ?? ids)) best = { field: name, known };
  }
  return best && best.known >= MATCHED_SHARE_MIN * sample.length ? `field:${best.field}` : 'any';
}

function* countLinesWithKnownValue(
  fleet: Fleet,
  fields: readonly string[],
  byText: ReadonlyMap<string, readonly number[]>,
): Generator<void, number> {
  const known = new Set<number>();
  for (const field of fields) {
    const column = fleet.findColumn(field);
    const values = fleet.getDictionary(column);
    const count = values?.length ?? fleet.count;
    for (let at = 0; at < count; at++) {
      const value = values ? values[at] : fleet.getValue(at, column);
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
      for (const line of byText.get(text) ?? []) known.add(line);
      if ((at & YIELD_MASK) === YIELD_MASK) yield;
    }
  }
  return known.size;
}
