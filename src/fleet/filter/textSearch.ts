import { getBooleanFieldLabels } from '#contract/device.ts';
import {
  CELL_TAG,
  type ColumnCells,
  type DictionaryCells,
  getMismatchedBytes,
  type MismatchedCells,
  type RowBlock,
  type Utf8Cells,
} from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { getJoinedFieldLabels, getJoinedFieldValue, type JoinedField } from '#fleet/model/joinedField.ts';
import { foldToAscii } from '#fleet/text/foldBytes.ts';
import { decodeWtf8 } from '#fleet/text/utf8.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { foldText } from '#lib/text/foldText.ts';
import { isTimeFieldName } from '#lib/time/time.ts';
import type { SearchTerm } from './parseSearch.ts';
import { createNumberReader } from './predicates.ts';

/** Folded text of a block's cells in one string. `ends[i]` is the end of cell i, in UTF-16 units. */
type FoldedCells = { text: string; ends: Uint32Array };

const NEVER_TEXT = 'never';

const CACHED_TERMS_MAX = 8;

const QUOTE = 34;

const decoder = new TextDecoder();

/**
 * Finds rows whose text matches a search term, ignoring case and accents. Each block is searched as one string with
 * `indexOf`, and the folded strings are cached. The term `never` also finds times that are displayed that way.
 */
export class TextSearch {
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, JoinedField>;
  private readonly folded = new WeakMap<ColumnCells, FoldedCells>();
  private readonly mismatched = new WeakMap<MismatchedCells, (string | undefined)[]>();
  private readonly codes = new Map<string, Uint8Array[]>();

  constructor(fleet: Fleet, joined: ReadonlyMap<string, JoinedField>) {
    this.fleet = fleet;
    this.joined = joined;
  }

  /** Sets `hits[i]` to 1 for each row i of the block that matches the term, otherwise to 0. Ignores exclusion (`-`). */
  findMatches(block: RowBlock, from: number, term: SearchTerm, hits: Uint8Array): void {
    hits.fill(0, 0, block.rows);
    if (term.field !== undefined) this.findField(block, from, term, term.field, hits);
    else {
      for (const [column, { storage }] of this.fleet.columns.entries()) {
        if (storage === 'text') this.findText(block, column, term, hits);
        else this.findMismatchedText(block.cells[column]?.mismatched, term, hits);
      }
    }
    if (term.text !== NEVER_TEXT) return;
    if (term.field !== undefined) this.findNeverJoined(block, from, term.field, hits);
    for (const [column, { name, storage }] of this.fleet.columns.entries()) {
      if (storage !== 'number' || !isTimeFieldName(name) || (term.field ?? name) !== name) continue;
      const number = createNumberReader(this.fleet, column);
      for (let row = 0; row < block.rows; row++) if (number(block, row, from + row) === undefined) hits[row] = 1;
    }
  }

  private findField(block: RowBlock, from: number, term: SearchTerm, field: string, hits: Uint8Array): void {
    const joined = this.joined.get(field);
    const column = this.fleet.findColumn(field);
    if (!joined && this.fleet.columns[column]?.storage === 'text') {
      this.findText(block, column, term, hits);
      return;
    }
    const flags = matchFlags(term);
    for (let row = 0; row < block.rows; row++) {
      const found =
        joined && !('values' in joined)
          ? getJoinedFieldLabels(joined, from + row).some((label) => isMatch(label, term))
          : isValueMatch(
              joined ? getJoinedFieldValue(joined, from + row) : this.fleet.getValue(from + row, column),
              term,
              flags,
            );
      if (found) hits[row] = 1;
    }
  }

  private findNeverJoined(block: RowBlock, from: number, field: string, hits: Uint8Array): void {
    const joined = this.joined.get(field);
    if (!joined || !('values' in joined) || !isTimeFieldName(field)) return;
    for (let row = 0; row < block.rows; row++) if (joined.values[from + row] === 0) hits[row] = 1;
  }

  private findText(block: RowBlock, column: number, term: SearchTerm, hits: Uint8Array): void {
    const cells = block.cells[column];
    if (cells?.form === 'text') {
      if (term.isExact) this.findWholeText(cells, term.text, hits);
      else this.findInText(cells, term.text, hits);
    } else if (cells?.form === 'codes') this.findCodes(column, cells, term, hits);
    if (!term.isExact || term.text !== '') return;
    for (let row = 0; row < block.rows; row++) {
      const tag = cells ? (cells.tags?.[row] ?? CELL_TAG.value) : CELL_TAG.missing;
      if (tag === CELL_TAG.null || tag === CELL_TAG.missing) hits[row] = 1;
    }
  }

  private findMismatchedText(odd: MismatchedCells | undefined, term: SearchTerm, hits: Uint8Array): void {
    if (!odd) return;
    for (const [index, text] of this.getMismatchedTexts(odd).entries()) {
      if (text !== undefined && isFoldedMatch(text, term)) hits[odd.rows[index] as number] = 1; // one text per row
    }
  }

  private findInText(cells: Utf8Cells & ColumnCells, query: string, hits: Uint8Array): void {
    const { text, ends } = this.getFolded(cells);
    let row = 0;
    for (let at = text.indexOf(query); at >= 0; ) {
      row = findRowAt(ends, at, row);
      const end = ends[row] as number; // `at` is within a row
      if (at + query.length <= end) {
        hits[row] = 1;
        at = text.indexOf(query, end);
      } else at = text.indexOf(query, at + 1);
    }
  }

  private findWholeText(cells: Utf8Cells & ColumnCells, query: string, hits: Uint8Array): void {
    const { text, ends } = this.getFolded(cells);
    let start = 0;
    for (let row = 0; row < ends.length; row++) {
      const end = ends[row] as number; // within bounds
      if (end - start === query.length && !cells.tags?.[row] && text.startsWith(query, start)) hits[row] = 1;
      start = end;
    }
  }

  private findCodes(
    column: number,
    { codes, tags }: DictionaryCells & ColumnCells,
    term: SearchTerm,
    hits: Uint8Array,
  ): void {
    const found = this.findMatchingCodes(column, term);
    for (let row = 0; row < codes.length; row++) {
      if (found[codes[row] as number] && !tags?.[row]) hits[row] = 1; // TAG.value is 0
    }
  }

  private findMatchingCodes(column: number, term: SearchTerm): Uint8Array {
    const values = this.fleet.getDictionaryValues(column);
    const key = `${term.isExact ? '=' : '~'}${term.text}`;
    const known = this.codes.get(key) ?? [];
    if (!this.codes.has(key) && this.codes.size >= CACHED_TERMS_MAX) this.codes.clear();
    this.codes.set(key, known);
    if (known[column]?.length === values.length) return known[column];
    const found = Uint8Array.from(values, (value) => (isMatch(value, term) ? 1 : 0));
    known[column] = found;
    return found;
  }

  private getFolded(cells: Utf8Cells & ColumnCells): FoldedCells {
    const known = this.folded.get(cells);
    if (known) return known;
    const folded = cells.ascii
      ? { text: decoder.decode(cells.bytes).toLowerCase(), ends: cells.ends }
      : foldRows(cells);
    this.folded.set(cells, folded);
    return folded;
  }

  private getMismatchedTexts(odd: MismatchedCells): (string | undefined)[] {
    const known = this.mismatched.get(odd);
    if (known) return known;
    const texts = Array.from(odd.rows, (_, index) => {
      const bytes = getMismatchedBytes(odd, index);
      return bytes[0] === QUOTE ? foldText(JSON.parse(decodeWtf8(bytes))) : undefined;
    });
    this.mismatched.set(odd, texts);
    return texts;
  }
}

function isMatch(value: string, term: SearchTerm): boolean {
  return isFoldedMatch(foldText(value), term);
}

function isFoldedMatch(folded: string, { text, isExact }: SearchTerm): boolean {
  return isExact ? folded === text : folded.includes(text);
}

type FlagMatches = { true: boolean; false: boolean };

/** Matches booleans by the start of their label or JSON name, so that `paired` does not match `unpaired`. */
function matchFlags({ field = '', text, isExact }: SearchTerm): FlagMatches {
  const words = getBooleanFieldLabels(field);
  const found = (...said: string[]) => said.some((word) => (isExact ? word === text : word.startsWith(text)));
  return { true: found('true', words.true), false: found('false', words.false) };
}

function isValueMatch(value: unknown, term: SearchTerm, flags: FlagMatches): boolean {
  if (typeof value !== 'boolean') return isMatch(toSearchableText(value), term);
  return value ? flags.true : flags.false;
}

function toSearchableText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : stringifyJson(value);
}

/** Folds text row by row, because folding can change its length. Consecutive ASCII text is decoded at once. */
function foldRows({ bytes, ends }: Utf8Cells): FoldedCells {
  const folded = new Uint32Array(ends.length);
  const ascii = new Uint8Array(2 * bytes.length);
  let text = '';
  let length = 0;
  let start = 0;
  for (const [row, end] of ends.entries()) {
    const to = foldToAscii(bytes, start, end, ascii, length);
    if (to >= 0) length = to;
    else {
      text += decoder.decode(ascii.subarray(0, length)) + foldText(decodeWtf8(bytes.subarray(start, end)));
      length = 0;
    }
    folded[row] = text.length + length;
    start = end;
  }
  return { text: text + decoder.decode(ascii.subarray(0, length)), ends: folded };
}

function findRowAt(ends: Uint32Array, at: number, least: number): number {
  let step = 1;
  let high = least;
  while (high < ends.length && (ends[high] as number) <= at) {
    high += step;
    step *= 2;
  }
  let low = Math.max(least, high - step / 2);
  high = Math.min(high, ends.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
