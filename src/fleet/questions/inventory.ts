import { IdIndex, type Key } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { type Cell, isField, pastedLines } from '#fleet/read/pastedLines.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { encodeText } from '#fleet/text/utf8.ts';

const INVENTORY_LABELS = ['not listed', 'listed'] as const;

/** What became of an entry; in a link and a file they are named so. */
export const OUTCOMES = ['found', 'hidden', 'not found', 'duplicate', 'unreadable', 'heading'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** What entries are taken for. */
export type Reading = 'any' | 'ids' | 'emails';

/** One ID or e-mail as it was pasted, with its line, the first being 1; a duplicate with the line that has it first. */
export type Entry = Cell & { outcome: Outcome; first?: number };

export type Inventory = {
  entries: readonly Entry[];
  counts: Readonly<Record<Outcome, number>>;
  /** Rows of the devices that the list names, and how many of them no filter hides. */
  rows: RowSet;
  shown: number;
  /** Rows of the devices whose entries are hidden. */
  hidden: RowSet;
  /** Devices that no filter hides and that the list does not name. */
  unlisted: number;
  joined: Joined & { codes: Uint8Array; order: readonly number[] };
};

/** A column of a table is the one that is meant when all others together hold no more than a tenth of its known ones. */
const STRAY_SHARE = 0.1;
const TABLE_LEAST = 3;

/** No e-mail is longer. */
const EMAIL_MOST = 320;

/** Cells, words, rows or entries that are looked at between two yields. */
const STEP = 255;

/**
 * Finds pasted IDs and e-mails among a list's devices. Any separator, quotes and headings may stand between them; what is
 * neither known nor looks like an ID or an e-mail, or only like the one that is not read, is left as it is. `passing` are
 * the rows that no filter hides. May be interrupted at every yield.
 */
export function* reconcile(
  text: string,
  fleet: Fleet,
  passing: RowSet,
  reading: Reading = 'any',
): Generator<void, Inventory> {
  const index = new IdIndex(fleet);
  yield* index.build();
  const firstRow = (own: string) => {
    const key: Key = { bytes: encodeText(own), start: 0, end: 0 };
    key.end = key.bytes.length;
    return key.end === 0 || reading === 'emails' ? -1 : index.find(key);
  };
  const lines = yield* pastedLines(text, (own) => firstRow(own) >= 0);
  const byEmail = yield* emailRows(fleet, reading === 'ids' ? [] : lines.flatMap(texts));
  const known: Known = { index, byEmail, firstRow, reading };
  const picked = yield* pick(lines, known);
  const named = yield* rowsOf(fleet, picked, known);
  return yield* judge(picked, known, named, passing, fleet.count);
}

/**
 * The rows whose admin is one of the e-mails in some texts, or in words of them, by the e-mail in lower case. May be
 * interrupted at every yield.
 */
function* emailRows(fleet: Fleet, texts: Iterable<string>): Generator<void, ReadonlyMap<string, number[]>> {
  const byEmail = new Map<string, number[]>();
  let done = 0;
  for (const text of texts) {
    for (const part of text.includes('@') ? [text, ...text.split(/\s+/)] : []) {
      if (part.includes('@')) byEmail.set(part.toLowerCase(), []);
      if ((++done & STEP) === 0) yield;
    }
    if ((++done & STEP) === 0) yield;
  }
  const column = fleet.columnOf('admin');
  for (let row = 0; byEmail.size > 0 && row < fleet.count; row++) {
    const admin = fleet.value(row, column);
    if (typeof admin === 'string') byEmail.get(admin.toLowerCase())?.push(row);
    if ((row & STEP) === STEP) yield;
  }
  return byEmail;
}

/** Where an ID or an e-mail is found: rows, the first of those with that ID. */
type Known = {
  index: IdIndex;
  byEmail: ReadonlyMap<string, number[]>;
  firstRow: (text: string) => number;
  reading: Reading;
};

function isKnown(text: string, { byEmail, firstRow }: Known): boolean {
  return firstRow(text) >= 0 || (byEmail.get(text.toLowerCase())?.length ?? 0) > 0;
}

/** An e-mail, or one word with a digit in it, as far as they are read. */
function looksRight(text: string, { reading }: Known): boolean {
  if (text.length <= EMAIL_MOST && /^\S+@\S+\.\S+$/.test(text)) return reading !== 'ids';
  return reading !== 'emails' && /^\S*\d\S*$/.test(text);
}

/** The cells that are meant, one or more a line; a line without any is one that cannot be read. */
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

/** Whether cells name a field that is looked for, and nothing that is known or may be. */
function isHeading(cells: readonly Cell[], known: Known): boolean {
  const isEntry = ({ text }: Cell) => isKnown(text, known) || looksRight(text, known);
  return cells.some(({ text }) => isField(text)) && !cells.some(isEntry);
}

function texts(cells: readonly Cell[]): string[] {
  return cells.map(({ text }) => text);
}

/** A cell that is known or looks right; else its words, where one of them is known. */
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

/** The column that is meant where the lines are a table of which one column is known and the others are not. */
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

/** Rows of every device that the entries name; where several have one ID, `repeats` has the others by the first. */
type Named = { rows: RowSet; repeats: ReadonlyMap<number, readonly number[]> };

function* rowsOf(fleet: Fleet, entries: readonly Entry[], { index, byEmail, firstRow }: Known): Generator<void, Named> {
  const first = new RowSet();
  const rows = new RowSet();
  const repeats = new Map<number, number[]>();
  for (const [place, { text, outcome }] of entries.entries()) {
    if (outcome !== 'not found') continue;
    const row = firstRow(text);
    if (row >= 0) first.set(row, true);
    else for (const own of byEmail.get(text.toLowerCase()) ?? []) rows.set(own, true);
    if ((place & STEP) === STEP) yield;
  }
  const column = fleet.columnOf('deviceID');
  for (let row = 0; first.count > 0 && row < fleet.count; row++) {
    const known = index.findAs(fleet, column, row);
    if (known >= 0 && first.has(known)) {
      rows.set(row, true);
      const others = known === row ? undefined : repeats.get(known);
      if (others) others.push(row);
      else if (known !== row) repeats.set(known, [row]);
    }
    if ((row & 1023) === 1023) yield;
  }
  return { rows, repeats };
}

function* judge(
  picked: readonly Entry[],
  { byEmail, firstRow }: Known,
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
    const row = firstRow(entry.text);
    const name = row >= 0 ? entry.text : entry.text.toLowerCase();
    const own = row >= 0 ? [row, ...(repeats.get(row) ?? [])] : (byEmail.get(name) ?? []);
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
  };
}
