import { parseSearch } from '#fleet/filter/parseSearch.ts';
import { type FilterRequest, RowFilters } from '#fleet/filter/rowFilters.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import { JOINED_FIELDS, type JoinedField } from '#fleet/model/joinedField.ts';
import { getJoinedFilterFields } from '#fleet/shown/neededJoinedFields.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';

/**
 * Counts the rows that pass another filter request.
 * @returns undefined if it needs a joined field that is unknown
 */
export function* countMatchingRows(
  view: Pick<ViewSnapshot, 'fleet' | 'getJoined'>,
  request: FilterRequest,
): Generator<void, number | undefined> {
  const { fleet } = view;
  const known = new Map<string, JoinedField>();
  const needed = getJoinedFilterFields(request);
  for (const field of JOINED_FIELDS) {
    const own = view.getJoined(field);
    if (own) known.set(field, own);
    else if (needed.includes(field)) return undefined;
  }
  const filters = new RowFilters(fleet, known);
  filters.setRequest(request);
  const bits = filters.getActiveBits();
  if (bits === 0) return fleet.count;
  let count = 0;
  for (const [index, { rows }] of fleet.blocks.entries()) {
    filters.evaluateBlock(index);
    const from = index * BLOCK_ROWS;
    for (let row = from; row < from + rows; row++) if (((filters.failedBits[row] as number) & bits) === 0) count++; // allocated by ensureCapacity
    yield;
  }
  return count;
}

/**
 * Converts a search for one phrase to a search for each of its words.
 * @returns undefined for a single word, or if the search has operators
 */
export function convertPhraseSearchToWords(search: string, fields: readonly string[]): string | undefined {
  const [only, further] = parseSearch(search, fields);
  if (!only || further || only.isExact || only.isExcluded || only.field !== undefined) return undefined;
  const words = only.text.split(/\s+/);
  return words.length < 2 ? undefined : words.map((word) => `+${word}`).join(' ');
}
