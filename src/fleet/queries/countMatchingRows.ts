import { parseSearch } from '#fleet/filter/parseSearch.ts';
import { type FilterRequest, RowFilters } from '#fleet/filter/rowFilters.ts';
import { BLOCK_ROWS, type RowBlock } from '#fleet/model/cells.ts';
import { JOINED_FIELDS, type JoinedField } from '#fleet/model/joinedField.ts';
import { getJoinedFilterFields } from '#fleet/shown/neededJoinedFields.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { createFacetEncoder, type FacetCount, FacetCounter } from './facets.ts';

type RowsView = Pick<ViewSnapshot, 'fleet' | 'getJoined'>;

/**
 * Counts the rows that pass another filter request.
 * @returns undefined if it needs a joined field that is unknown
 */
export function* countMatchingRows(view: RowsView, request: FilterRequest): Generator<void, number | undefined> {
  let count = 0;
  const isKnown = yield* visitMatchingRows(view, request, () => count++);
  return isKnown ? count : undefined;
}

/**
 * Counts the values of a field in the rows that pass a filter request, most frequent first.
 * @returns undefined if it needs a joined field that is unknown, null if the field has numbers or too many values
 */
export function* countMatchingValues(
  view: RowsView,
  request: FilterRequest,
  field: string,
): Generator<void, readonly FacetCount[] | null | undefined> {
  const own = view.getJoined(field);
  const encoder = createFacetEncoder(view.fleet, field, new Map(own && [[field, own]]));
  if (!encoder) return null;
  const counter = new FacetCounter(encoder);
  const isKnown = yield* visitMatchingRows(view, request, (block, row, at) => counter.add(block, row, at));
  return isKnown ? counter.getCounts() : undefined;
}

/** @returns false if the request needs a joined field that is unknown */
function* visitMatchingRows(
  view: RowsView,
  request: FilterRequest,
  visit: (block: RowBlock, row: number, at: number) => void,
): Generator<void, boolean> {
  const { fleet } = view;
  const known = new Map<string, JoinedField>();
  const needed = getJoinedFilterFields(request);
  for (const field of JOINED_FIELDS) {
    const own = view.getJoined(field);
    if (own) known.set(field, own);
    else if (needed.includes(field)) return false;
  }
  const filters = new RowFilters(fleet, known);
  filters.setRequest(request);
  const bits = filters.getActiveBits();
  for (const [index, block] of fleet.blocks.entries()) {
    if (bits !== 0) filters.evaluateBlock(index);
    const from = index * BLOCK_ROWS;
    for (let row = 0; row < block.rows; row++) {
      if (bits === 0 || ((filters.failedBits[from + row] as number) & bits) === 0) visit(block, row, from + row); // allocated by evaluateBlock
    }
    yield;
  }
  return true;
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
