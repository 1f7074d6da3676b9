import type { RowFilters } from '#fleet/find/rowFilters.ts';
import type { RowList } from '#fleet/find/rowList.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type Joined, joinedLabels } from '#fleet/model/joined.ts';
import type { FacetCount } from '#fleet/questions/facets.ts';

type Parts = Pick<ViewSnapshot, 'fleet' | 'filters' | 'rows' | 'settled' | 'unsorted'> & {
  counts: ReadonlyMap<string, readonly FacetCount[] | null>;
  joined: ReadonlyMap<string, Joined>;
};

/**
 * What a view shows at a moment. It never changes: with every change of the rows, of what is counted or joined, and of the
 * list itself while it arrives, the view has another one.
 */
export class ViewSnapshot {
  readonly fleet: Fleet;
  /** What rows are filtered by, to count by in one's own time. */
  readonly filters: RowFilters;
  readonly rows: RowList;
  /** Whether `rows` is the whole answer to the last request, as far as the fleet is there. */
  readonly settled: boolean;
  /** Whether the sort waits for orders, and rows are shown in the order they came. */
  readonly unsorted: boolean;
  /** What rows are not filtered by, because there are too many filters: fields, or `rows` for a set of them. */
  readonly leftOut: readonly string[];
  private readonly counts: Parts['counts'];
  private readonly joined: Parts['joined'];

  constructor({ fleet, filters, rows, settled, unsorted, counts, joined }: Parts) {
    this.fleet = fleet;
    this.filters = filters;
    this.rows = rows;
    this.settled = settled;
    this.unsorted = unsorted;
    this.leftOut = filters.leftOut;
    this.counts = counts;
    this.joined = joined;
  }

  /**
   * Counts of a watched field's values among the rows that all other filters let through; `undefined` until they were
   * counted, `null` when there are too many different values.
   */
  facet(field: string): readonly FacetCount[] | null | undefined {
    return this.counts.get(field);
  }

  joinedValue(field: string, row: number): string | undefined {
    const joined = this.joined.get(field);
    return joined && joinedLabels(joined, row).join(', ');
  }

  /** What is joined under this name, if something is. */
  joinedAs(field: string): Joined | undefined {
    return this.joined.get(field);
  }

  /** The place of a row, or -1 when a filter hides it. */
  placeOf(row: number): number {
    for (let place = 0; place < this.rows.count; place++) if (this.rows.at(place) === row) return place;
    return -1;
  }
}
