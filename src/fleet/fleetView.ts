import { BLOCK_ROWS, type Block } from './cells.ts';
import { type Coder, coderOf, type FacetCount, facetCounts, type Joined } from './facets.ts';
import type { Fleet } from './fleet.ts';
import { allRows, listOf, RowBuffer, type RowList } from './rowList.ts';
import { Slices } from './slices.ts';
import type { SortKey } from './sorted.ts';
import { SortedRows } from './sortedRows.ts';
import { TextSearch } from './textSearch.ts';

/** Facets at most; each takes a bit of a byte beside the search. */
export const FACETS_MAX = 7;

export type ViewRequest = {
  /** Occurs in any text column, whatever the case; '' lets all rows through. */
  search: string;
  /** Allowed values by field; a field that is not here, or allows none, lets all rows through. */
  facets: Readonly<Record<string, readonly string[]>>;
  /** Most important first. */
  sort: readonly SortKey[];
};

type FacetState = { field: string; bit: number; allowed: readonly string[] };

const SEARCH_BIT = 1;
/** A filter's first rows are shown when there are as many, or all. */
const FIRST_ROWS = 100;

/**
 * What a page shows of a fleet: the rows that pass the search and the facets, sorted, with counts per facet value. Work
 * on many rows is done in slices: `rows` are then the first ones while `settled` is false. Subscribers hear of what
 * comes later; what `set` finds at once is there when it returns.
 */
export class FleetView {
  readonly fleet: Fleet;
  rows: RowList;
  /** Whether `rows` is the whole answer to the last request, as far as the fleet is there. */
  settled = true;
  /** Whether the sort waits for orders, and rows are shown in the order they came. */
  unsorted = false;
  version = 0;
  private request: ViewRequest = { search: '', facets: {}, sort: [] };
  private facets: FacetState[] = [];
  private watched: readonly string[] = [];
  private counts = new Map<string, FacetCount[] | null>();
  private readonly joined = new Map<string, Joined>();
  private readonly search: TextSearch;
  private readonly sorted: SortedRows;
  private readonly slices = new Slices();
  private readonly listeners = new Set<() => void>();
  /** Which filters each row fails, a bit for each. */
  private fails = new Uint8Array(0);
  /** The block that `fails` speaks of, and the bits of it that are out of date. */
  private evaluated: (Block | undefined)[] = [];
  private stale = new Uint8Array(0);
  private detach: (() => void) | undefined;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
    this.search = new TextSearch(fleet);
    this.sorted = new SortedRows(fleet, this.joined);
    this.rows = allRows(fleet.count);
  }

  /** Asks for other rows. Tells no subscriber, so that it may be called while rendering. */
  set(request: ViewRequest): void {
    if (request === this.request) return;
    const before = this.request;
    this.request = request;
    if (request.search.toLowerCase() !== before.search.toLowerCase()) this.invalidate(SEARCH_BIT);
    this.assignFacets();
    this.start();
  }

  /** Names the fields whose counts are wanted; `facet` gives them. */
  watch(fields: readonly string[]): void {
    if (fields.join() === this.watched.join()) return;
    this.watched = fields;
    this.assignFacets();
    this.start();
  }

  /**
   * Counts of a watched field's values among the rows that all other filters let through; `undefined` until they were
   * counted, `null` when there are too many different values.
   */
  facet(field: string): readonly FacetCount[] | null | undefined {
    return this.counts.get(field);
  }

  /** Adds, replaces or takes away a value that is not in the list itself. */
  join(field: string, joined: Joined | undefined): void {
    if (this.joined.get(field) === joined) return;
    if (joined) this.joined.set(field, joined);
    else this.joined.delete(field);
    const facet = this.facets.find((state) => state.field === field);
    if (facet) this.invalidate(facet.bit);
    this.sorted.forget();
    this.start();
    this.changed();
  }

  joinedValue(field: string, row: number): string | undefined {
    const joined = this.joined.get(field);
    return joined?.labels[joined.codes[row] ?? 0];
  }

  /** The place of a row, or -1 when a filter hides it. */
  placeOf(row: number): number {
    for (let place = 0; place < this.rows.count; place++) if (this.rows.at(place) === row) return place;
    return -1;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (!this.detach) {
      this.detach = this.fleet.subscribe(() => {
        this.start();
        this.changed();
      });
      this.start();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.detach?.();
      this.detach = undefined;
      this.slices.cancel();
    };
  };

  private start(): void {
    this.settled = false;
    this.slices.run(this.answer());
  }

  private *answer(): Generator<void> {
    const filters = this.activeBits();
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
      this.evaluate(index);
      const rows = this.fleet.blocks[index]?.rows ?? 0;
      for (let row = from; row < from + rows; row++) {
        if (((this.fails[row] as number) & filters) === 0) found.add(row); // evaluate made room
      }
      if (found.count >= FIRST_ROWS) this.show(found.list(), false);
      yield;
    }
    this.show(found.list(), true);
  }

  private *filterSorted(base: Uint32Array, filters: number): Generator<void> {
    for (let index = 0; index < this.fleet.blocks.length; index++) {
      this.evaluate(index);
      yield;
    }
    const found = new RowBuffer();
    for (let place = 0; place < base.length; place++) {
      const row = base[place] as number; // within bounds
      if (((this.fails[row] as number) & filters) === 0) found.add(row);
      if (place % BLOCK_ROWS === BLOCK_ROWS - 1) {
        if (found.count >= FIRST_ROWS) this.show(found.list(), false);
        yield;
      }
    }
    this.show(found.list(), true);
  }

  private *countFacets(): Generator<void> {
    if (this.watched.length === 0) return;
    const tallies = this.facets
      .filter(({ field }) => this.watched.includes(field))
      .flatMap(({ field, bit }) => {
        const coder = coderOf(this.fleet, field, this.joined);
        return coder ? [{ field, coder, others: 255 & ~bit, counts: new Uint32Array(coder.labels().length) }] : [];
      });
    for (const [index, block] of this.fleet.blocks.entries()) {
      const from = index * BLOCK_ROWS;
      this.evaluate(index);
      for (const { coder, others, counts } of tallies) {
        for (let row = 0; row < block.rows; row++) {
          if (((this.fails[from + row] as number) & others) === 0) {
            (counts[coder.code(block, row, from + row)] as number)++; // codes are below the number of labels
          }
        }
      }
      yield;
    }
    this.counts = new Map(this.watched.map((field) => [field, null]));
    for (const { field, coder, counts } of tallies) this.counts.set(field, facetCounts(coder.labels(), counts));
    this.changed();
  }

  private show(rows: RowList, settled: boolean): void {
    const later = this.settled !== settled || rows.count !== this.rows.count || this.rows !== rows;
    this.rows = rows;
    this.settled = settled;
    if (later) this.changed();
  }

  private changed(): void {
    this.version++;
    queueMicrotask(() => {
      for (const listener of this.listeners) listener();
    });
  }

  /** Gives every facet that is chosen or watched its bit. A facet keeps the bit it has. */
  private assignFacets(): void {
    const chosen = this.request.facets;
    const fields = [...new Set([...Object.keys(chosen), ...this.watched])].slice(0, FACETS_MAX);
    const before = this.facets.filter(({ field }) => fields.includes(field));
    const free = Array.from({ length: FACETS_MAX }, (_, index) => 2 << index).filter(
      (bit) => !before.some((facet) => facet.bit === bit),
    );
    this.facets = fields.map((field) => {
      const allowed = chosen[field] ?? [];
      const known = before.find((facet) => facet.field === field);
      const bit = known?.bit ?? free.shift() ?? 0;
      if (!known || !sameValues(known.allowed, allowed)) this.invalidate(bit);
      return { field, bit, allowed };
    });
  }

  private activeBits(): number {
    let bits = this.request.search === '' ? 0 : SEARCH_BIT;
    for (const { bit, allowed } of this.facets) if (allowed.length > 0) bits |= bit;
    return bits;
  }

  private invalidate(bits: number): void {
    for (let index = 0; index < this.stale.length; index++) (this.stale[index] as number) |= bits;
  }

  /** Brings the bits of a block up to date. */
  private evaluate(index: number): void {
    const block = this.fleet.blocks[index];
    if (!block) return;
    this.makeRoom();
    const from = index * BLOCK_ROWS;
    if (this.evaluated[index] !== block) {
      this.evaluated[index] = block;
      this.stale[index] = 255;
    }
    const stale = this.stale[index] as number; // makeRoom made it
    if (stale === 0) return;
    this.stale[index] = 0;
    if (stale & SEARCH_BIT) this.evaluateSearch(block, from);
    for (const facet of this.facets) if (stale & facet.bit) this.evaluateFacet(facet, block, from);
  }

  private evaluateSearch(block: Block, from: number): void {
    const { search } = this.request;
    if (search !== '') this.search.mark(block, search, this.fails, from, SEARCH_BIT);
    else this.clear(from, block.rows, SEARCH_BIT);
  }

  private evaluateFacet({ field, bit, allowed }: FacetState, block: Block, from: number): void {
    this.clear(from, block.rows, bit);
    if (allowed.length === 0) return;
    const test = this.facetTest(field, new Set(allowed));
    for (let row = 0; row < block.rows; row++) {
      if (!test(block, row, from + row)) (this.fails[from + row] as number) |= bit; // makeRoom made it
    }
  }

  private facetTest(field: string, allowed: ReadonlySet<string>): (...place: Parameters<Coder['code']>) => boolean {
    const coder = coderOf(this.fleet, field, this.joined);
    if (!coder) {
      // too many values for codes, or a column without them: compare what the cells say
      const column = this.fleet.columnOf(field);
      return (_block, _row, at) => allowed.has(String(this.fleet.value(at, column) ?? ''));
    }
    const codes = coder.labels().map((label) => allowed.has(label));
    return (block, row, at) => codes[coder.code(block, row, at)] ?? false;
  }

  private clear(from: number, rows: number, bits: number): void {
    for (let row = from; row < from + rows; row++) (this.fails[row] as number) &= ~bits; // makeRoom made it
  }

  private makeRoom(): void {
    const { blocks } = this.fleet;
    if (this.stale.length >= blocks.length) return;
    const stale = new Uint8Array(Math.max(blocks.length, 2 * this.stale.length)).fill(255);
    stale.set(this.stale);
    this.stale = stale;
    const fails = new Uint8Array(stale.length * BLOCK_ROWS);
    fails.set(this.fails);
    this.fails = fails;
  }
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
