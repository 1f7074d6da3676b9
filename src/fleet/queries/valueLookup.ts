import { IdIndex, type IdKey } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { isRelevantFieldHeading, type PastedCell, parsePastedLines } from '#fleet/read/parsePastedLines.ts';
import { encodeWtf8 } from '#fleet/text/utf8.ts';

/** Meaning of pasted entries: IDs or email addresses (`any`), only one of these, or values of a field. */
export type MatchKey = 'any' | 'ids' | 'emails' | `field:${string}`;

export function findMatchKeyField(matchKey: MatchKey): string | undefined {
  return matchKey.startsWith('field:') ? matchKey.slice('field:'.length) : undefined;
}

const YIELD_MASK = 255;

const EMAIL_LENGTH_MAX = 320;

export type ValueLookup = {
  index: IdIndex;
  rowsByFoldedId: ReadonlyMap<string, number[]>;
  rowsByEmail: ReadonlyMap<string, number[]>;
  findFirstRow: (text: string) => number;
  matchKey: MatchKey;
  /** True for fields such as the name, for which any text may be a value. */
  isLoose: boolean;
};

export function findInexactMatches(text: string, { rowsByFoldedId, rowsByEmail }: ValueLookup): readonly number[] {
  const folded = text.toLowerCase();
  const own = rowsByFoldedId.get(folded) ?? [];
  return own.length > 0 ? own : (rowsByEmail.get(folded) ?? []);
}

export function isKnownValue(text: string, known: ValueLookup): boolean {
  return known.findFirstRow(text) >= 0 || findInexactMatches(text, known).length > 0;
}

const ID_LIKE = /^\S*\d\S*$/;

export function isPlausibleValue(text: string, { matchKey, isLoose }: ValueLookup): boolean {
  if (isLoose) return /[\p{L}\p{N}]/u.test(text);
  if (text.length <= EMAIL_LENGTH_MAX && /^\S+@\S+\.\S+$/.test(text)) return matchKey !== 'ids';
  return matchKey !== 'emails' && ID_LIKE.test(text);
}

const SAMPLE_MAX = 1000;

const LOOSE_SHARE = 0.1;

function* hasLooseValues(fleet: Fleet, field: string): Generator<void, boolean> {
  const column = fleet.findColumn(field);
  const step = Math.max(1, Math.floor(fleet.count / SAMPLE_MAX));
  let [values, loose] = [0, 0];
  for (let row = 0; row < fleet.count; row += step) {
    const value = fleet.getValue(row, column);
    if (typeof value === 'string' && value !== '') {
      values++;
      if (!ID_LIKE.test(value)) loose++;
    }
    if ((row & YIELD_MASK) === YIELD_MASK) yield;
  }
  return loose > LOOSE_SHARE * values;
}

export function* buildPastedValueLookup(text: string, fleet: Fleet, reading: MatchKey) {
  const field = findMatchKeyField(reading);
  const index = new IdIndex(fleet, undefined, field);
  yield* index.build();
  const firstRow = (own: string) => {
    const key: IdKey = { bytes: encodeWtf8(own), start: 0, end: 0 };
    key.end = key.bytes.length;
    return key.end === 0 || reading === 'emails' ? -1 : index.findRow(key);
  };
  const lines = yield* parsePastedLines(text, (own) => firstRow(own) >= 0, field);
  const hasEmails = reading === 'any' || reading === 'emails';
  const byEmail = yield* findFolded(fleet, 'admin', lines, (part) => hasEmails && part.includes('@'));
  const isUnknown = (part: string) => reading !== 'emails' && firstRow(part) < 0;
  const byOtherCase = yield* findFolded(fleet, field ?? 'deviceID', lines, isUnknown);
  const isLoose = field !== undefined && (yield* hasLooseValues(fleet, field));
  const known: ValueLookup = {
    index,
    rowsByFoldedId: byOtherCase,
    rowsByEmail: byEmail,
    findFirstRow: firstRow,
    matchKey: reading,
    isLoose,
  };
  return { lines, known };
}

export function getEntryKey(
  text: string,
  { findFirstRow, rowsByFoldedId }: ValueLookup,
  rows: readonly number[],
): string {
  const folded = text.toLowerCase();
  const isId = findFirstRow(text) >= 0 || (rowsByFoldedId.get(folded)?.length ?? 0) > 0;
  return isId ? `id ${rows[0]}` : `text ${folded}`;
}

function* findFolded(
  fleet: Fleet,
  field: string,
  lines: readonly (readonly PastedCell[])[],
  wanted: (text: string) => boolean,
): Generator<void, ReadonlyMap<string, number[]>> {
  const rows = new Map<string, number[]>();
  let done = 0;
  for (const { text } of iterateCells(lines)) {
    for (const part of text !== '' && wanted(text) ? new Set([text, ...text.split(/\s+/)]) : []) {
      if (part !== '' && wanted(part)) rows.set(part.toLowerCase(), []);
      if ((++done & YIELD_MASK) === 0) yield;
    }
    if ((++done & YIELD_MASK) === 0) yield;
  }
  const column = fleet.findColumn(field);
  for (let row = 0; rows.size > 0 && row < fleet.count; row++) {
    const value = fleet.getValue(row, column);
    if (typeof value === 'string') rows.get(value.toLowerCase())?.push(row);
    if ((row & YIELD_MASK) === YIELD_MASK) yield;
  }
  return rows;
}

function* iterateCells(lines: readonly (readonly PastedCell[])[]): Generator<PastedCell> {
  for (const cells of lines) yield* cells;
}

/** True for a row of column headings: its cells name a relevant field and contain no known or plausible value. */
export function isHeadingRow(cells: readonly PastedCell[], known: ValueLookup): boolean {
  const isEntry = ({ text }: PastedCell) =>
    isKnownValue(text, known) || (!known.isLoose && isPlausibleValue(text, known));
  return (
    cells.some(({ text }) => isRelevantFieldHeading(text, findMatchKeyField(known.matchKey))) && !cells.some(isEntry)
  );
}
