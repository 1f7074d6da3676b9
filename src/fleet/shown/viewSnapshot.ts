import type { RowFilters } from '#fleet/find/rowFilters.ts';
import type { RowList } from '#fleet/find/rowList.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type Joined, joinedLabels } from '#fleet/model/joined.ts';
import type { FacetCount } from '#fleet/questions/facets.ts';

type Parts = Pick<ViewSnapshot, 'fleet' | 'filters' | 'rows' | 'settled' | 'unsorted'> & {
  counts: ReadonlyMap<string, readonly FacetCount[] | null>;
  joined: ReadonlyMap<string, Joined>;
};

/** Immutable state of a view; replaced with every change of rows, counts, joined fields, and of the list while it loads. */
export class ViewSnapshot {
  readonly fleet: Fleet;
  readonly filters: RowFilters;
  readonly rows: RowList;
  /** True if `rows` is the complete result for the rows received so far. */
  readonly settled: boolean;
  /** True if rows are in their original order because the sort order is not computed yet. */
  readonly unsorted: boolean;
  /** Filters that exceed the limit: field names, or `rows` for a set. */
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
   * Counts of a watched field's values among the rows that pass all other filters; undefined until counted, null for
   * too many distinct values.
   */
  facet(field: string): readonly FacetCount[] | null | undefined {
    return this.counts.get(field);
  }

  joinedValue(field: string, row: number): string | undefined {
    const joined = this.joined.get(field);
    return joined && joinedLabels(joined, row).join(', ');
  }

  joinedAs(field: string): Joined | undefined {
    return this.joined.get(field);
  }

  /** Place of a row, or -1 if it is filtered out. */
  placeOf(row: number): number {
    for (let place = 0; place < this.rows.count; place++) if (this.rows.at(place) === row) return place;
    return -1;
  }
}
