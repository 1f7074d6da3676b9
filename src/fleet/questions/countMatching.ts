import { type FilterRequest, RowFilters } from '#fleet/find/rowFilters.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import type { Joined } from '#fleet/model/joined.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';

/**
 * How many rows of a view's fleet another request would let through; nothing where one of its facets is by what is
 * `joined` and not known yet. May be interrupted at every yield.
 */
export function* countMatching(
  view: FleetView,
  request: FilterRequest,
  joined: readonly string[],
): Generator<void, number | undefined> {
  const { fleet } = view;
  const known = new Map<string, Joined>();
  for (const field of joined) {
    const own = view.joinedAs(field);
    if (own) known.set(field, own);
    else if (field in request.facets) return undefined;
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
