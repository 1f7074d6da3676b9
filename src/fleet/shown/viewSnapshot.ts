import type { RowFilters } from '#fleet/filter/rowFilters.ts';
import type { RowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { getJoinedFieldValue, type JoinedField } from '#fleet/model/joinedField.ts';
import type { FacetCount } from '#fleet/queries/facets.ts';

type ViewSnapshotParts = Pick<ViewSnapshot, 'fleet' | 'filters' | 'rows' | 'settled' | 'unsorted'> & {
  counts: ReadonlyMap<string, readonly FacetCount[] | null>;
  joined: ReadonlyMap<string, JoinedField>;
};

export class ViewSnapshot {
  readonly fleet: Fleet;
  readonly filters: RowFilters;
  readonly rows: RowIndices;
  readonly settled: boolean;
  readonly unsorted: boolean;
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
   * Returns the counts per value of a field, among the rows that pass all other filters. Undefined until counted; null
   * if there are too many distinct values.
   */
  getFacetCounts(field: string): readonly FacetCount[] | null | undefined {
    return this.counts.get(field);
  }

  getJoinedValue(field: string, row: number): string | number | undefined {
    const joined = this.joined.get(field);
    return joined && getJoinedFieldValue(joined, row);
  }

  getJoined(field: string): JoinedField | undefined {
    return this.joined.get(field);
  }

  findRowPosition(row: number): number {
    for (let place = 0; place < this.rows.count; place++) if (this.rows.at(place) === row) return place;
    return -1;
  }
}
