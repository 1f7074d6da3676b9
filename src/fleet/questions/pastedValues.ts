import { IdIndex, type Key } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type Cell, isField, pastedLines } from '#fleet/read/pastedLines.ts';
import { encodeText } from '#fleet/text/utf8.ts';

/** What entries are taken for: IDs or e-mails, one of them alone, or the values of another field. */
export type Reading = 'any' | 'ids' | 'emails' | `field:${string}`;

/** The field that a reading looks into alone; none for IDs and e-mails. */
export function getReadField(reading: Reading): string | undefined {
  return reading.startsWith('field:') ? reading.slice('field:'.length) : undefined;
}

/** Texts, words or rows that are looked at between two yields. */
const STEP = 255;

/** No e-mail is longer. */
const EMAIL_MOST = 320;

/** Where an ID or an e-mail is found: rows, the first of those with that ID. */
export type Known = {
  index: IdIndex;
  /** Rows of IDs that were pasted in other upper or lower case, and of e-mails. */
  byOtherCase: ReadonlyMap<string, number[]>;
  byEmail: ReadonlyMap<string, number[]>;
  firstRow: (text: string) => number;
  reading: Reading;
  /** True where any text may be a value of the field, as a name may. */
  isLoose: boolean;
};

/** Rows of a text that is no ID as it is written. */
export function findOthers(text: string, { byOtherCase, byEmail }: Known): readonly number[] {
  const folded = text.toLowerCase();
  const own = byOtherCase.get(folded) ?? [];
  return own.length > 0 ? own : (byEmail.get(folded) ?? []);
}

export function isKnown(text: string, known: Known): boolean {
  return known.firstRow(text) >= 0 || findOthers(text, known).length > 0;
}

/** One word with a digit in it. */
const ID_LIKE = /^\S*\d\S*$/;

/** An e-mail, or one word with a digit in it, as far as they are read; of a field of loose values anything. */
export function looksRight(text: string, { reading, isLoose }: Known): boolean {
  if (isLoose) return /[\p{L}\p{N}]/u.test(text);
  if (text.length <= EMAIL_MOST && /^\S+@\S+\.\S+$/.test(text)) return reading !== 'ids';
  return reading !== 'emails' && ID_LIKE.test(text);
}

/** Rows whose values tell what the values of a field look like. */
const LOOKED_AT = 1000;

/** Share of other values that a field of IDs may have. */
const LOOSE_SHARE = 0.1;

/** Whether many values of a field are not one word with a digit in it, as IDs are. */
function* hasLooseValues(fleet: Fleet, field: string): Generator<void, boolean> {
  const column = fleet.columnOf(field);
  const step = Math.max(1, Math.floor(fleet.count / LOOKED_AT));
  let [values, loose] = [0, 0];
  for (let row = 0; row < fleet.count; row += step) {
    const value = fleet.value(row, column);
    if (typeof value === 'string' && value !== '') {
      values++;
      if (!ID_LIKE.test(value)) loose++;
    }
    if ((row & STEP) === STEP) yield;
  }
  return loose > LOOSE_SHARE * values;
}

/** Cuts a pasted text into lines of cells, and finds those that a list's devices have. May be interrupted at every yield. */
export function* findKnown(text: string, fleet: Fleet, reading: Reading) {
  const field = getReadField(reading);
  const index = new IdIndex(fleet, undefined, field);
  yield* index.build();
  const firstRow = (own: string) => {
    const key: Key = { bytes: encodeText(own), start: 0, end: 0 };
    key.end = key.bytes.length;
    return key.end === 0 || reading === 'emails' ? -1 : index.find(key);
  };
  const lines = yield* pastedLines(text, (own) => firstRow(own) >= 0, field);
  const hasEmails = reading === 'any' || reading === 'emails';
  const byEmail = yield* findFolded(fleet, 'admin', lines, (part) => hasEmails && part.includes('@'));
  const isUnknown = (part: string) => reading !== 'emails' && firstRow(part) < 0;
  const byOtherCase = yield* findFolded(fleet, field ?? 'deviceID', lines, isUnknown);
  const isLoose = field !== undefined && (yield* hasLooseValues(fleet, field));
  const known: Known = { index, byOtherCase, byEmail, firstRow, reading, isLoose };
  return { lines, known };
}

/** The name of what a text stands for: the same device or e-mail has one name, in whatever case it is written. */
export function nameEntry(text: string, { firstRow, byOtherCase }: Known, rows: readonly number[]): string {
  const folded = text.toLowerCase();
  const isId = firstRow(text) >= 0 || (byOtherCase.get(folded)?.length ?? 0) > 0;
  return isId ? `id ${rows[0]}` : `text ${folded}`;
}

/**
 * The rows whose field is one of the texts in some lines, or of words of them, by the text in lower case; of those texts
 * that are `wanted` alone. May be interrupted at every yield.
 */
function* findFolded(
  fleet: Fleet,
  field: string,
  lines: readonly (readonly Cell[])[],
  wanted: (text: string) => boolean,
): Generator<void, ReadonlyMap<string, number[]>> {
  const rows = new Map<string, number[]>();
  let done = 0;
  for (const { text } of eachCell(lines)) {
    for (const part of text !== '' && wanted(text) ? new Set([text, ...text.split(/\s+/)]) : []) {
      if (part !== '' && wanted(part)) rows.set(part.toLowerCase(), []);
      if ((++done & STEP) === 0) yield;
    }
    if ((++done & STEP) === 0) yield;
  }
  const column = fleet.columnOf(field);
  for (let row = 0; rows.size > 0 && row < fleet.count; row++) {
    const value = fleet.value(row, column);
    if (typeof value === 'string') rows.get(value.toLowerCase())?.push(row);
    if ((row & STEP) === STEP) yield;
  }
  return rows;
}

function* eachCell(lines: readonly (readonly Cell[])[]): Generator<Cell> {
  for (const cells of lines) yield* cells;
}

/** Whether cells name a field that is looked for, and nothing that is known or may be. */
export function isHeading(cells: readonly Cell[], known: Known): boolean {
  const isEntry = ({ text }: Cell) => isKnown(text, known) || (!known.isLoose && looksRight(text, known));
  return cells.some(({ text }) => isField(text, getReadField(known.reading))) && !cells.some(isEntry);
}
