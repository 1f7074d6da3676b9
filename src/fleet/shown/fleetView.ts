import { type FilterRequest, RowFilters } from '#fleet/filter/rowFilters.ts';
import { createAllRowIndices, RowIndexBuffer, type RowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { createFacetEncoder, type FacetCount, FacetCounter } from '#fleet/queries/facets.ts';
import { type FieldSort, RowSorter } from '#fleet/sort/rowSorter.ts';
import { Emitter } from '#lib/emitter.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { ViewSnapshot } from './viewSnapshot.ts';

export type ViewRequest = FilterRequest & {
  sort: readonly FieldSort[];
};

/** Minimum number of rows for the first display, and minimum interval between further updates in ms. */
const FIRST_ROWS_MIN = 100;
const UPDATE_INTERVAL_MS = 100;

/**
 * Rows of a fleet that pass the search and filters, sorted, with counts per facet value. Computed in time slices: while
 * `settled` is false, `rows` are preliminary. Subscribers are notified only of results that were not available at once.
 */
export class FleetView {
  readonly fleet: Fleet;
  snapshot: ViewSnapshot;
  readonly filters: RowFilters;
  rows: RowIndices;
  isSettled = true;
  private isUnsorted = false;
  private request: ViewRequest = { search: '', facets: {}, sort: [] };
  private facetFields: readonly string[] = [];
  private counts = new Map<string, FacetCount[] | null>();
  private readonly joined = new Map<string, JoinedField>();
  private readonly sorter: RowSorter;
  private readonly slices = new TimeSlicer();
  private readonly listeners = new Emitter(() => this.handleSubscribe());
  /** True if the request changed since rows were last shown. A few rows may then replace many. */
  private isNewRequest = true;
  private publishedAt = 0;
  private computedVersion = -1;
  private needsRecompute = false;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
    this.filters = new RowFilters(fleet, this.joined);
    this.sorter = new RowSorter(fleet, this.joined);
    this.rows = createAllRowIndices(fleet.count);
    this.snapshot = this.createSnapshot();
  }

  setRequest(request: ViewRequest): void {
    if (request === this.request) return;
    this.request = request;
    this.filters.setRequest(request);
    this.isNewRequest = true;
    this.start();
  }

  setFacetFields(fields: readonly string[]): void {
    if (JSON.stringify(fields) === JSON.stringify(this.facetFields)) return;
    this.facetFields = fields;
    this.start();
  }

  setJoined(field: string, joined: JoinedField | undefined): void {
    if (this.joined.get(field) === joined) return;
    if (joined) this.joined.set(field, joined);
    else this.joined.delete(field);
    this.filters.invalidateJoined(field);
    this.sorter.clearCache();
    this.start();
    this.notify();
  }

  readonly subscribe = this.listeners.subscribe;

  private handleSubscribe(): () => void {
    const stop = this.fleet.subscribe(() => {
      // restarting on every new batch would never finish
      if (this.slices.isBusy) this.needsRecompute = true;
      else this.start();
      this.notify();
    });
    // earlier results are still valid unless the fleet has changed
    if (!this.isSettled || this.computedVersion !== this.fleet.version || this.facetFields.length > 0) this.start();
    return () => {
      stop();
      this.slices.cancel();
    };
  }

  private start(): void {
    this.isSettled = false;
    this.slices.run(this.computeUntilCurrent());
    // publishes the unsettled state if the results are not complete at once
    if (!this.isSettled) this.snapshot = this.createSnapshot();
  }

  private *computeUntilCurrent(): Generator<void> {
    do {
      this.needsRecompute = false;
      yield* this.compute();
    } while (this.needsRecompute);
  }

  private *compute(): Generator<void> {
    this.computedVersion = this.fleet.version;
    const filters = this.filters.getActiveBits();
    const { rows: base, isPending } = this.sorter.sort(this.request.sort);
    this.isUnsorted = isPending;
    if (filters === 0) this.publish(base ? toRowIndices(base) : createAllRowIndices(this.fleet.count), true);
    else if (base) yield* this.filterSorted(base, filters);
    else yield* this.filterInOriginalOrder(filters);
    yield* this.countFacets();
  }

  private *filterInOriginalOrder(filters: number): Generator<void> {
    const found = new RowIndexBuffer();
    for (let index = 0; index < this.fleet.blocks.length; index++) {
      const from = index * BLOCK_ROWS;
      this.filters.evaluateBlock(index);
      const { failedBits } = this.filters;
      const rows = this.fleet.blocks[index]?.rows ?? 0;
      for (let row = from; row < from + rows; row++) {
        if (((failedBits[row] as number) & filters) === 0) found.add(row); // allocated by evaluate
      }
      this.publishFirst(found);
      yield;
    }
    this.publish(found.toRowIndices(), true);
  }

  private *filterSorted(base: Uint32Array, filters: number): Generator<void> {
    for (let index = 0; index < this.fleet.blocks.length; index++) {
      this.filters.evaluateBlock(index);
      yield;
    }
    const { failedBits } = this.filters;
    const found = new RowIndexBuffer();
    for (let place = 0; place < base.length; place++) {
      const row = base[place] as number; // within bounds
      if (((failedBits[row] as number) & filters) === 0) found.add(row);
      if (place % BLOCK_ROWS === BLOCK_ROWS - 1) {
        this.publishFirst(found);
        yield;
      }
    }
    this.publish(found.toRowIndices(), true);
  }

  private *countFacets(): Generator<void> {
    if (this.facetFields.length === 0) return;
    const active = this.filters.getActiveBits();
    const tallies = this.facetFields.flatMap((field) => {
      const coder = createFacetEncoder(this.fleet, field, this.joined);
      return coder
        ? [{ field, others: active & ~this.filters.getFacetBit(field), tally: new FacetCounter(coder) }]
        : [];
    });
    for (const [index, block] of this.fleet.blocks.entries()) {
      const from = index * BLOCK_ROWS;
      this.filters.evaluateBlock(index);
      const { failedBits } = this.filters;
      for (const { others, tally } of tallies) {
        for (let row = 0; row < block.rows; row++) {
          if (((failedBits[from + row] as number) & others) === 0) tally.add(block, row, from + row); // allocated by evaluate
        }
      }
      yield;
    }
    this.counts = new Map(this.facetFields.map((field) => [field, null]));
    for (const { field, tally } of tallies) this.counts.set(field, tally.getCounts());
    this.notify();
  }

  private publishFirst(found: RowIndexBuffer): void {
    if (found.count < FIRST_ROWS_MIN) return;
    if (
      !this.isNewRequest &&
      (found.count < this.rows.count || performance.now() - this.publishedAt < UPDATE_INTERVAL_MS)
    )
      return;
    this.publish(found.toRowIndices(), false);
  }

  private publish(rows: RowIndices, whole: boolean): void {
    const settled = whole && !this.needsRecompute;
    this.isNewRequest = false;
    this.publishedAt = performance.now();
    const later = this.isSettled !== settled || rows.count !== this.rows.count || this.rows !== rows;
    this.rows = rows;
    this.isSettled = settled;
    if (later) this.notify();
  }

  private notify(): void {
    this.snapshot = this.createSnapshot();
    this.listeners.emitAsync();
  }

  private createSnapshot(): ViewSnapshot {
    const { fleet, filters, rows, isSettled, isUnsorted, counts } = this;
    return new ViewSnapshot({
      fleet,
      filters,
      rows,
      settled: isSettled,
      unsorted: isUnsorted,
      counts,
      joined: new Map(this.joined),
    });
  }
}
