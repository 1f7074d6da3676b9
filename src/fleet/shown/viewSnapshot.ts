import type { RowFilters } from '#fleet/filter/rowFilters.ts';
import type { RowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { getJoinedLabels, type Joined } from '#fleet/model/joined.ts';
import type { FacetCount } from '#fleet/queries/facets.ts';

type ViewSnapshotParts = Pick<ViewSnapshot, 'fleet' | 'filters' | 'rows' | 'settled' | 'unsorted'> & {
  counts: ReadonlyMap<string, readonly FacetCount[] | null>;
  joined: ReadonlyMap<string, Joined>;
};

/** Immutable state of a view; replaced with every change of rows, counts, joined fields, and of the list while it loads. */
export class ViewSnapshot {
  readonly fleet: Fleet;
  readonly filters: RowFilters;
  readonly rows: RowIndices;
  /** True if `rows` is the complete result for the rows received so far. */
  readonly settled: boolean;
  /** True if rows are in their original order because the sort order is not computed yet. */
  readonly unsorted: boolean;
  /** Filters that exceed the limit: field names, or `rows` for a set. */
  readonly droppedFilters: readonly string[];
  private readonly counts: ViewSnapshotParts['counts'];
  private readonly joined: ViewSnapshotParts['joined'];

  constructor({ fleet, filters, rows, settled, unsorted, counts, joined }: ViewSnapshotParts) {
    this.fleet = fleet;
    this.filters = filters;
    this.rows = rows;
    this.settled = settled;
    this.unsorted = unsorted;
    this.droppedFilters = filters.droppedFilters;
    this.counts = counts;
    this.joined = joined;
  }

  /**
   * Counts of a watched field's values among the rows that pass all other filters; undefined until counted, null for
   * too many distinct values.
   */
  getFacetCounts(field: string): readonly FacetCount[] | null | undefined {
    return this.counts.get(field);
  }

  formatJoinedLabels(field: string, row: number): string | undefined {
    const joined = this.joined.get(field);
    return joined && getJoinedLabels(joined, row).join(', ');
  }

  getJoined(field: string): Joined | undefined {
    return this.joined.get(field);
  }

  /** Place of a row, or -1 if it is filtered out. */
  findRowIndex(row: number): number {
    for (let place = 0; place < this.rows.count; place++) if (this.rows.at(place) === row) return place;
    return -1;
  }
}
