import { IdIndex, type Key } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type Cell, isField, pastedLines } from '#fleet/read/pastedLines.ts';
import { encodeText } from '#fleet/text/utf8.ts';

/** Interpretation of entries: IDs or e-mails, only one of them, or values of another field. */
export type Reading = 'any' | 'ids' | 'emails' | `field:${string}`;

export function getReadField(reading: Reading): string | undefined {
  return reading.startsWith('field:') ? reading.slice('field:'.length) : undefined;
}

const STEP = 255;

/** Maximum length of an e-mail address. */
const EMAIL_MOST = 320;

/** Lookup of IDs and e-mails; `firstRow` gives the first row with an ID. */
export type Known = {
  index: IdIndex;
  /** Rows of IDs that match ignoring case, and of e-mails. */
  byOtherCase: ReadonlyMap<string, number[]>;
  byEmail: ReadonlyMap<string, number[]>;
  firstRow: (text: string) => number;
  reading: Reading;
  /** True if any text may be a value of the field, such as a name. */
  isLoose: boolean;
};

export function findOthers(text: string, { byOtherCase, byEmail }: Known): readonly number[] {
  const folded = text.toLowerCase();
  const own = byOtherCase.get(folded) ?? [];
  return own.length > 0 ? own : (byEmail.get(folded) ?? []);
}

export function isKnown(text: string, known: Known): boolean {
  return known.firstRow(text) >= 0 || findOthers(text, known).length > 0;
}

/** One word that contains a digit. */
const ID_LIKE = /^\S*\d\S*$/;

/** True for an e-mail or a word with a digit, depending on the reading; for loose fields, for any letters or digits. */
export function looksRight(text: string, { reading, isLoose }: Known): boolean {
  if (isLoose) return /[\p{L}\p{N}]/u.test(text);
  if (text.length <= EMAIL_MOST && /^\S+@\S+\.\S+$/.test(text)) return reading !== 'ids';
  return reading !== 'emails' && ID_LIKE.test(text);
}

const LOOKED_AT = 1000;

const LOOSE_SHARE = 0.1;

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

/** Splits pasted text into lines of cells, and builds the lookup of their values. Interruptible at every yield. */
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

/** Name of the device or e-mail that a text denotes; independent of case. */
export function nameEntry(text: string, { firstRow, byOtherCase }: Known, rows: readonly number[]): string {
  const folded = text.toLowerCase();
  const isId = firstRow(text) >= 0 || (byOtherCase.get(folded)?.length ?? 0) > 0;
  return isId ? `id ${rows[0]}` : `text ${folded}`;
}

/**
 * Finds the rows whose field contains a wanted text of the lines, or one of its words; keys are in lower case.
 * Interruptible at every yield.
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

/** True if cells name a relevant field and contain no known or plausible value. */
export function isHeading(cells: readonly Cell[], known: Known): boolean {
  const isEntry = ({ text }: Cell) => isKnown(text, known) || (!known.isLoose && looksRight(text, known));
  return cells.some(({ text }) => isField(text, getReadField(known.reading))) && !cells.some(isEntry);
}
