import { JOINED_FIELDS } from '#contract/device.ts';
import { BLOCK_ROWS, BLOCK_SHIFT, type RowBlock } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { foldText } from '#lib/text/foldText.ts';
import { parseSearch, type SearchTerm } from './parseSearch.ts';
import { createFacetPredicate, createRangePredicate, type RowPredicate, type ValueRange } from './predicates.ts';
import { TextSearch } from './textSearch.ts';

/** Maximum number of filters including the search. Each filter uses one of 16 bits per row. */
const FILTERS_MAX = 16;

export type FilterRequest = {
  search: string;
  facets: Readonly<Record<string, readonly string[]>>;
  ranges?: Readonly<Record<string, ValueRange>> | undefined;
  sets?: readonly RowSet[] | undefined;
};

/** Filter and its condition `asks`. A new condition with the same key replaces the filter. */
type Filter = { key: string; bit: number; asks: unknown; createPredicate: () => RowPredicate };

const SEARCH_BIT = 1;
const ALL_BITS = 2 ** FILTERS_MAX - 1;

/**
 * Filter results as 16 bits per row, one bit per failed filter. Recomputes only outdated bits, block by block, so that
 * typing in the search does not evaluate the facets again.
 */
export class RowFilters {
  failedBits = new Uint16Array(0);
  droppedFilters: readonly string[] = [];
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, JoinedField>;
  private readonly search: TextSearch;
  private searchText = '';
  private terms: readonly SearchTerm[] = [];
  private filters: readonly Filter[] = [];
  /** Predicates by bit. New blocks bring new labels. */
  private readonly predicates = new Map<number, RowPredicate>();
  private predicateBlocks: readonly RowBlock[] = [];
  private evaluated: (RowBlock | undefined)[] = [];
  private stale = new Uint16Array(0);
  private readonly hits = new Uint8Array(BLOCK_ROWS);

  constructor(fleet: Fleet, joined: ReadonlyMap<string, JoinedField>) {
    this.fleet = fleet;
    this.joined = joined;
    this.search = new TextSearch(fleet, joined);
  }

  setRequest(request: FilterRequest): void {
    this.searchText = request.search;
    const createFilters = this.wanted(request);
    const fitting = createFilters.slice(0, FILTERS_MAX - 1);
    this.droppedFilters = createFilters.slice(FILTERS_MAX - 1).map(({ name }) => name);
    const kept = new Map(this.filters.map((filter) => [filter.key, filter]));
    const taken = new Set(fitting.map(({ key }) => kept.get(key)?.bit));
    const free = Array.from({ length: FILTERS_MAX - 1 }, (_, index) => 2 << index).filter((bit) => !taken.has(bit));
    this.filters = fitting.map(({ key, asks, createPredicate }) => {
      const before = kept.get(key);
      const bit = before?.bit ?? free.shift() ?? 0; // there are as many bits as filters
      if (!before || before.asks !== asks) this.invalidate(bit);
      return { key, bit, asks, createPredicate };
    });
  }

  invalidateJoined(field: string): void {
    this.invalidate(this.getFieldBits(field));
    if (this.terms.some((term) => term.field === field)) this.invalidate(SEARCH_BIT);
  }

  getFacetBit(field: string): number {
    return this.filters.find(({ key }) => key === `facet ${field}`)?.bit ?? 0;
  }

  private getFieldBits(field: string): number {
    const own = this.filters.filter(({ key }) => key === `facet ${field}` || key === `range ${field}`);
    return own.reduce((bits, { bit }) => bits | bit, 0);
  }

  getActiveBits(): number {
    this.updateTerms();
    return this.filters.reduce((bits, { bit }) => bits | bit, this.terms.length > 0 ? SEARCH_BIT : 0);
  }

  private get activeFilters(): readonly { key: string; bit: number }[] {
    const own = this.filters.map(({ key, bit }) => ({ key, bit }));
    return this.terms.length > 0 ? [{ key: 'search', bit: SEARCH_BIT }, ...own] : own;
  }

  evaluateBlock(index: number): void {
    const block = this.fleet.blocks[index];
    if (!block) return;
    this.ensureCapacity();
    const from = index * BLOCK_ROWS;
    if (this.evaluated[index] !== block) {
      this.evaluated[index] = block;
      this.stale[index] = ALL_BITS;
    }
    const stale = this.stale[index] as number; // allocated by ensureCapacity
    if (stale === 0) return;
    this.stale[index] = 0;
    if (stale & SEARCH_BIT) this.evaluateSearch(block, from);
    for (const filter of this.filters) if (stale & filter.bit) this.evaluatePredicate(filter, block, from);
  }

  /**
   * For each filter, counts the rows that would pass without it. Keys are `search`, `facet FIELD`, `range FIELD` and
   * `set N`.
   */
  *countWithoutEachFilter(): Generator<void, Map<string, number>> {
    const bits = this.getActiveBits();
    const failing = new Uint32Array(bits + 1);
    for (const [index, block] of this.fleet.blocks.entries()) {
      this.evaluateBlock(index);
      const from = index * BLOCK_ROWS;
      for (let row = from; row < from + block.rows; row++) {
        (failing[(this.failedBits[row] as number) & bits] as number)++; // allocated by evaluate
      }
      yield;
    }
    const shown = failing[0] ?? 0;
    return new Map(this.activeFilters.map(({ key, bit }) => [key, shown + (failing[bit] ?? 0)]));
  }

  *findRowsPassingOtherFilters(field: string): Generator<void, RowSet> {
    const bits = this.getActiveBits() & ~this.getFieldBits(field);
    const rows = new RowSet();
    for (const [index, block] of this.fleet.blocks.entries()) {
      this.evaluateBlock(index);
      const from = index * BLOCK_ROWS;
      for (let row = from; row < from + block.rows; row++) {
        if (((this.failedBits[row] as number) & bits) === 0) rows.set(row, true); // allocated by evaluate
      }
      yield;
    }
    return rows;
  }

  /**
   * Counts how many of the given rows each filter hides, ignoring the filters of one field. Keys are those of
   * `countWithoutEachFilter`.
   */
  *countHiddenByFilter(hidden: RowSet, field: string): Generator<void, Map<string, number>> {
    const bits = this.getActiveBits() & ~this.getFieldBits(field);
    const filters = this.activeFilters.filter(({ bit }) => bit & bits);
    const counts = new Map(filters.map(({ key }) => [key, 0]));
    let done = 0;
    for (const row of hidden.values()) {
      this.evaluateBlock(row >> BLOCK_SHIFT);
      for (const { key, bit } of filters)
        if ((this.failedBits[row] ?? 0) & bit) counts.set(key, (counts.get(key) ?? 0) + 1);
      if ((++done & 255) === 0) yield;
    }
    return counts;
  }

  findMatchedFields(row: number): string[] {
    const sought = this.terms.filter(({ isExcluded }) => !isExcluded);
    return this.fleet.columns.flatMap(({ name }, column) => {
      const value = this.fleet.getValue(row, column);
      const text = typeof value === 'string' ? foldText(value) : '';
      return sought.some((term) => (term.field ?? name) === name && text.includes(term.text)) ? [name] : [];
    });
  }

  private wanted({ facets, ranges = {}, sets = [] }: FilterRequest) {
    const { fleet, joined } = this;
    return [
      ...sets.map((set, index) => ({
        key: `set ${index}`,
        name: 'rows',
        asks: set as unknown,
        createPredicate: (): RowPredicate => (_block, _row, at) => set.has(at),
      })),
      ...Object.entries(facets)
        .filter(([, allowed]) => allowed.length > 0)
        .map(([field, allowed]) => ({
          key: `facet ${field}`,
          name: field,
          asks: JSON.stringify(allowed),
          createPredicate: () => createFacetPredicate(fleet, field, new Set(allowed), joined),
        })),
      ...Object.entries(ranges).map(([field, range]) => ({
        key: `range ${field}`,
        name: field,
        asks: JSON.stringify(range),
        createPredicate: () => createRangePredicate(fleet, field, range, joined.get(field)),
      })),
    ];
  }

  private updateTerms(): void {
    const terms = parseSearch(this.searchText, [...this.fleet.columns.map(({ name }) => name), ...JOINED_FIELDS]);
    if (JSON.stringify(terms) !== JSON.stringify(this.terms)) this.invalidate(SEARCH_BIT);
    this.terms = terms;
  }

  private invalidate(bits: number): void {
    for (const bit of this.predicates.keys()) if (bit & bits) this.predicates.delete(bit);
    for (let index = 0; index < this.stale.length; index++) (this.stale[index] as number) |= bits;
  }

  private evaluateSearch(block: RowBlock, from: number): void {
    const { failedBits, hits } = this;
    this.clearBits(from, block.rows, SEARCH_BIT);
    for (const term of this.terms) {
      this.search.findMatches(block, from, term, hits);
      const wanted = term.isExcluded ? 0 : 1;
      for (let row = 0; row < block.rows; row++) {
        if (hits[row] !== wanted) (failedBits[from + row] as number) |= SEARCH_BIT; // allocated by ensureCapacity
      }
    }
  }

  private evaluatePredicate({ bit, createPredicate }: Filter, block: RowBlock, from: number): void {
    const { failedBits, fleet, predicates } = this;
    if (this.predicateBlocks !== fleet.blocks) predicates.clear();
    this.predicateBlocks = fleet.blocks;
    const test = predicates.get(bit) ?? createPredicate();
    predicates.set(bit, test);
    for (let row = 0; row < block.rows; row++) {
      const before = failedBits[from + row] as number; // allocated by ensureCapacity
      failedBits[from + row] = test(block, row, from + row) ? before & ~bit : before | bit;
    }
  }

  private clearBits(from: number, rows: number, bits: number): void {
    for (let row = from; row < from + rows; row++) (this.failedBits[row] as number) &= ~bits; // allocated by ensureCapacity
  }

  private ensureCapacity(): void {
    const { blocks } = this.fleet;
    if (this.stale.length >= blocks.length) return;
    const stale = new Uint16Array(Math.max(blocks.length, 2 * this.stale.length)).fill(ALL_BITS);
    stale.set(this.stale);
    this.stale = stale;
    const fails = new Uint16Array(stale.length * BLOCK_ROWS);
    fails.set(this.failedBits);
    this.failedBits = fails;
  }
}
