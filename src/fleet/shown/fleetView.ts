import { type FilterRequest, RowFilters } from '#fleet/find/rowFilters.ts';
import { allRows, listOf, RowBuffer, type RowList } from '#fleet/find/rowList.ts';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { SortedRows, type SortKey } from '#fleet/order/sortedRows.ts';
import { coderOf, type FacetCount, FacetTally } from '#fleet/questions/facets.ts';
import { Emitter } from '#lib/emitter.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { ViewSnapshot } from './viewSnapshot.ts';

export type ViewRequest = FilterRequest & {
  sort: readonly SortKey[];
};

/** Minimum number of first rows to show, and minimum interval between further updates, in ms. */
const FIRST_ROWS = 100;
const FURTHER_ROWS_MS = 100;

/**
 * The rows of a fleet that pass the search and facets, sorted, with counts per facet value. Long work runs in time
 * slices: while `settled` is false, `rows` are the first results. Results that are available at once are there when
 * `set` returns; subscribers are notified of later ones. Components render the `snapshot`.
 */
export class FleetView {
  readonly fleet: Fleet;
  /** Immutable state; a new object with every change. */
  snapshot: ViewSnapshot;
  readonly filters: RowFilters;
  rows: RowList;
  settled = true;
  private unsorted = false;
  private request: ViewRequest = { search: '', facets: {}, sort: [] };
  private watched: readonly string[] = [];
  private counts = new Map<string, FacetCount[] | null>();
  private readonly joined = new Map<string, Joined>();
  private readonly sorted: SortedRows;
  private readonly slices = new TimeSlicer();
  private readonly listeners = new Emitter(() => this.attend());
  /** True if the request changed since rows were last shown, so that few rows may replace many. */
  private fresh = true;
  private shownAt = 0;
  private answered = -1;
  /** True if the fleet changed during the computation. */
  private again = false;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
    this.filters = new RowFilters(fleet, this.joined);
    this.sorted = new SortedRows(fleet, this.joined);
    this.rows = allRows(fleet.count);
    this.snapshot = this.taken();
  }

  /** Sets the request. Does not notify subscribers before it returns. */
  set(request: ViewRequest): void {
    if (request === this.request) return;
    this.request = request;
    this.filters.set(request);
    this.fresh = true;
    this.start();
  }

  watch(fields: readonly string[]): void {
    if (fields.join() === this.watched.join()) return;
    this.watched = fields;
    this.start();
  }

  join(field: string, joined: Joined | undefined): void {
    if (this.joined.get(field) === joined) return;
    if (joined) this.joined.set(field, joined);
    else this.joined.delete(field);
    this.filters.joinedChanged(field);
    this.sorted.forget();
    this.start();
    this.changed();
  }

  readonly subscribe = this.listeners.subscribe;

  private attend(): () => void {
    const stop = this.fleet.subscribe(() => {
      // restarting on every new batch would never finish
      if (this.slices.isBusy) this.again = true;
      else this.start();
      this.changed();
    });
    // earlier results are still valid unless the fleet has changed
    if (!this.settled || this.answered !== this.fleet.version || this.watched.length > 0) this.start();
    return () => {
      stop();
      this.slices.cancel();
    };
  }

  private start(): void {
    this.settled = false;
    this.slices.run(this.answers());
    // publishes the unsettled state if the results are not complete at once
    if (!this.settled) this.snapshot = this.taken();
  }

  private *answers(): Generator<void> {
    do {
      this.again = false;
      yield* this.answer();
    } while (this.again);
  }

  private *answer(): Generator<void> {
    this.answered = this.fleet.version;
    const filters = this.filters.activeBits();
    const { rows: base, waiting } = this.sorted.by(this.request.sort);
    this.unsorted = waiting;
    if (filters === 0) this.show(base ? listOf(base) : allRows(this.fleet.count), true);
    else if (base) yield* this.filterSorted(base, filters);
    else yield* this.filterAsCome(filters);
    yield* this.countFacets();
  }

  private *filterAsCome(filters: number): Generator<void> {
    const found = new RowBuffer();
    for (let index = 0; index < this.fleet.blocks.length; index++) {
      const from = index * BLOCK_ROWS;
      this.filters.evaluate(index);
      const { fails } = this.filters;
      const rows = this.fleet.blocks[index]?.rows ?? 0;
      for (let row = from; row < from + rows; row++) {
        if (((fails[row] as number) & filters) === 0) found.add(row); // allocated by evaluate
      }
      this.showFirst(found);
      yield;
    }
    this.show(found.list(), true);
  }

  private *filterSorted(base: Uint32Array, filters: number): Generator<void> {
    for (let index = 0; index < this.fleet.blocks.length; index++) {
      this.filters.evaluate(index);
      yield;
    }
    const { fails } = this.filters;
    const found = new RowBuffer();
    for (let place = 0; place < base.length; place++) {
      const row = base[place] as number; // within bounds
      if (((fails[row] as number) & filters) === 0) found.add(row);
      if (place % BLOCK_ROWS === BLOCK_ROWS - 1) {
        this.showFirst(found);
        yield;
      }
    }
    this.show(found.list(), true);
  }

  private *countFacets(): Generator<void> {
    if (this.watched.length === 0) return;
    const active = this.filters.activeBits();
    const tallies = this.watched.flatMap((field) => {
      const coder = coderOf(this.fleet, field, this.joined);
      return coder ? [{ field, others: active & ~this.filters.facetBit(field), tally: new FacetTally(coder) }] : [];
    });
    for (const [index, block] of this.fleet.blocks.entries()) {
      const from = index * BLOCK_ROWS;
      this.filters.evaluate(index);
      const { fails } = this.filters;
      for (const { others, tally } of tallies) {
        for (let row = 0; row < block.rows; row++) {
          if (((fails[from + row] as number) & others) === 0) tally.add(block, row, from + row); // allocated by evaluate
        }
      }
      yield;
    }
    this.counts = new Map(this.watched.map((field) => [field, null]));
    for (const { field, tally } of tallies) this.counts.set(field, tally.done());
    this.changed();
  }

  private showFirst(found: RowBuffer): void {
    if (found.count < FIRST_ROWS) return;
    if (!this.fresh && (found.count < this.rows.count || performance.now() - this.shownAt < FURTHER_ROWS_MS)) return;
    this.show(found.list(), false);
  }

  private show(rows: RowList, whole: boolean): void {
    const settled = whole && !this.again;
    this.fresh = false;
    this.shownAt = performance.now();
    const later = this.settled !== settled || rows.count !== this.rows.count || this.rows !== rows;
    this.rows = rows;
    this.settled = settled;
    if (later) this.changed();
  }

  private changed(): void {
    this.snapshot = this.taken();
    this.listeners.emitAsync();
  }

  private taken(): ViewSnapshot {
    const { fleet, filters, rows, settled, unsorted, counts } = this;
    return new ViewSnapshot({ fleet, filters, rows, settled, unsorted, counts, joined: new Map(this.joined) });
  }
}
