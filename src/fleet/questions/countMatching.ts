import { parseQuery } from '#fleet/find/query.ts';
import { type FilterRequest, RowFilters } from '#fleet/find/rowFilters.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import { JOINED, type Joined } from '#fleet/model/joined.ts';
import { getFilterJoins } from '#fleet/shown/neededJoins.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';

/**
 * How many rows of a view's fleet another request would let through; nothing where one of its filters is by a
 * joined field that is not known yet. May be interrupted at every yield.
 */
export function* countMatching(view: ViewSnapshot, request: FilterRequest): Generator<void, number | undefined> {
  const { fleet } = view;
  const known = new Map<string, Joined>();
  const needed = getFilterJoins(request);
  for (const field of JOINED) {
    const own = view.joinedAs(field);
    if (own) known.set(field, own);
    else if (needed.includes(field)) return undefined;
  }
  const filters = new RowFilters(fleet, known);
  filters.set(request);
  const bits = filters.activeBits();
  if (bits === 0) return fleet.count;
  let count = 0;
  for (const [index, { rows }] of fleet.blocks.entries()) {
    filters.evaluate(index);
    const from = index * BLOCK_ROWS;
    for (let row = from; row < from + rows; row++) if (((filters.fails[row] as number) & bits) === 0) count++; // evaluate made room
    yield;
  }
  return count;
}

/** A search for each word of what is one text, for the `fields` there are; nothing of one that is a word or has signs. */
export function wordsApart(search: string, fields: readonly string[]): string | undefined {
  const [only, further] = parseQuery(search, fields);
  if (!only || further || only.exact || only.not || only.field !== undefined) return undefined;
  const words = only.text.split(/\s+/);
  return words.length < 2 ? undefined : words.map((word) => `+${word}`).join(' ');
}
