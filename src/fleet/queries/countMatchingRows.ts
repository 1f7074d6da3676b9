import { JOINED_FIELDS } from '#contract/device.ts';
import { parseSearch } from '#fleet/filter/parseSearch.ts';
import { type FilterRequest, RowFilters } from '#fleet/filter/rowFilters.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { getJoinedFilterFields } from '#fleet/shown/neededJoinedFields.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { createFacetEncoder, type FacetCount, FacetCounter } from './facets.ts';

/** `dataId` begins the ID of the data that numbers of a computed field come from. Others count as unknown. */
type CountRequest = FilterRequest & { dataId?: string | undefined };

type RowsView = Pick<ViewSnapshot, 'fleet' | 'getJoined'>;

/**
 * Counts the rows that pass another filter request.
 * @returns undefined if it needs a joined field that is unknown
 */
export function* countMatchingRows(view: RowsView, request: CountRequest): Generator<void, number | undefined> {
  const { fleet } = view;
  const filters = createRowFilters(view, request);
  if (!filters) return undefined;
  const bits = filters.getActiveBits();
  if (bits === 0) return fleet.count;
  let count = 0;
  for (const [index, { rows }] of fleet.blocks.entries()) {
    filters.evaluateBlock(index);
    const from = index * BLOCK_ROWS;
    for (let row = from; row < from + rows; row++) if (((filters.failedBits[row] as number) & bits) === 0) count++; // allocated by evaluateBlock
    yield;
  }
  return count;
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
  const filters = createRowFilters(view, request);
  if (!filters) return undefined;
  const bits = filters.getActiveBits();
  for (const [index, block] of view.fleet.blocks.entries()) {
    filters.evaluateBlock(index);
    const from = index * BLOCK_ROWS;
    for (let row = 0; row < block.rows; row++) {
      if (((filters.failedBits[from + row] as number) & bits) === 0) counter.add(block, row, from + row); // allocated by evaluateBlock
    }
    yield;
  }
  return counter.getCounts();
}

/** @returns undefined if the request needs a joined field that is unknown */
function createRowFilters(view: RowsView, { dataId = '', ...request }: CountRequest): RowFilters | undefined {
  const known = new Map<string, JoinedField>();
  const needed = getJoinedFilterFields(request);
  for (const field of JOINED_FIELDS) {
    const own = view.getJoined(field);
    if (own && (!('values' in own) || own.source.startsWith(dataId))) known.set(field, own);
    else if (needed.includes(field)) return undefined;
  }
  const filters = new RowFilters(view.fleet, known);
  filters.setRequest(request);
  return filters;
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
