import { BLOCK_ROWS, BLOCK_SHIFT, type Block } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { JOINED, type Joined } from '#fleet/model/joined.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { foldText } from '#lib/text/foldText.ts';
import { parseQuery, type Term } from './query.ts';
import { facetTest, type Range, type RowTest, rangeTest } from './rowTests.ts';
import { TextSearch } from './textSearch.ts';

/** Maximum number of filters, including the search: each has one of 16 bits per row. */
const FILTERS_MAX = 16;

export type FilterRequest = {
  /** Search text for `parseQuery`; '' passes all rows. */
  search: string;
  /** Allowed values by field; a missing field or an empty list passes all rows. */
  facets: Readonly<Record<string, readonly string[]>>;
  ranges?: Readonly<Record<string, Range>> | undefined;
  /** Passes only rows that are in each of these sets. The sets must not change; use a new set instead. */
  sets?: readonly RowSet[] | undefined;
};

/** A filter with its condition `asks`: a filter with the same key and another condition replaces it. */
type Filter = { key: string; bit: number; asks: unknown; test: () => RowTest };

const SEARCH_BIT = 1;
const ALL_BITS = 2 ** FILTERS_MAX - 1;

/**
 * Results of the filters: 16 bits per row, one per failed filter. Blocks are updated one at a time, and only in the
 * bits that are stale: a longer search text does not run the facets again.
 */
export class RowFilters {
  /** Up to date for the blocks that `evaluate` has updated since the last change. */
  fails = new Uint16Array(0);
  /** Filters that exceed the limit: field names, or `rows` for a set. */
  leftOut: readonly string[] = [];
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, Joined>;
  private readonly search: TextSearch;
  private text = '';
  private terms: readonly Term[] = [];
  private filters: readonly Filter[] = [];
  private evaluated: (Block | undefined)[] = [];
  private stale = new Uint16Array(0);
  private readonly hits = new Uint8Array(BLOCK_ROWS);

  constructor(fleet: Fleet, joined: ReadonlyMap<string, Joined>) {
    this.fleet = fleet;
    this.joined = joined;
    this.search = new TextSearch(fleet, joined);
  }

  set(request: FilterRequest): void {
    this.text = request.search;
    const wanted = this.wanted(request);
    const fitting = wanted.slice(0, FILTERS_MAX - 1);
    this.leftOut = wanted.slice(FILTERS_MAX - 1).map(({ name }) => name);
    const kept = new Map(this.filters.map((filter) => [filter.key, filter]));
    const taken = new Set(fitting.map(({ key }) => kept.get(key)?.bit));
    const free = Array.from({ length: FILTERS_MAX - 1 }, (_, index) => 2 << index).filter((bit) => !taken.has(bit));
    this.filters = fitting.map(({ key, asks, test }) => {
      const before = kept.get(key);
      const bit = before?.bit ?? free.shift() ?? 0; // there are as many bits as filters
      if (!before || before.asks !== asks) this.invalidate(bit);
      return { key, bit, asks, test };
    });
  }

  joinedChanged(field: string): void {
    this.invalidate(this.facetBit(field));
    if (this.terms.some((term) => term.field === field)) this.invalidate(SEARCH_BIT);
  }

  facetBit(field: string): number {
    return this.filters.find(({ key }) => key === `facet ${field}`)?.bit ?? 0;
  }

  private bitsOf(field: string): number {
    const own = this.filters.filter(({ key }) => key === `facet ${field}` || key === `range ${field}`);
    return own.reduce((bits, { bit }) => bits | bit, 0);
  }

  activeBits(): number {
    this.readSearch();
    return this.filters.reduce((bits, { bit }) => bits | bit, this.terms.length > 0 ? SEARCH_BIT : 0);
  }

  private get active(): readonly { key: string; bit: number }[] {
    const own = this.filters.map(({ key, bit }) => ({ key, bit }));
    return this.terms.length > 0 ? [{ key: 'search', bit: SEARCH_BIT }, ...own] : own;
  }

  evaluate(index: number): void {
    const block = this.fleet.blocks[index];
    if (!block) return;
    this.makeRoom();
    const from = index * BLOCK_ROWS;
    if (this.evaluated[index] !== block) {
      this.evaluated[index] = block;
      this.stale[index] = ALL_BITS;
    }
    const stale = this.stale[index] as number; // allocated by makeRoom
    if (stale === 0) return;
    this.stale[index] = 0;
    if (stale & SEARCH_BIT) this.evaluateSearch(block, from);
    for (const { bit, test } of this.filters) if (stale & bit) this.evaluateTest(test(), bit, block, from);
  }

  /**
   * Counts the rows that would pass without each filter, by `search`, `facet FIELD`, `range FIELD` or `set N`.
   * Interruptible at every yield.
   */
  *countWithout(): Generator<void, Map<string, number>> {
    const bits = this.activeBits();
    const failing = new Uint32Array(bits + 1);
    for (const [index, block] of this.fleet.blocks.entries()) {
      this.evaluate(index);
      const from = index * BLOCK_ROWS;
      for (let row = from; row < from + block.rows; row++) {
        (failing[(this.fails[row] as number) & bits] as number)++; // allocated by evaluate
      }
      yield;
    }
    const shown = failing[0] ?? 0;
    return new Map(this.active.map(({ key, bit }) => [key, shown + (failing[bit] ?? 0)]));
  }

  /** Finds the rows that pass all filters except those of a field. Interruptible at every yield. */
  *passing(field: string): Generator<void, RowSet> {
    const bits = this.activeBits() & ~this.bitsOf(field);
    const rows = new RowSet();
    for (const [index, block] of this.fleet.blocks.entries()) {
      this.evaluate(index);
      const from = index * BLOCK_ROWS;
      for (let row = from; row < from + block.rows; row++) {
        if (((this.fails[row] as number) & bits) === 0) rows.set(row, true); // allocated by evaluate
      }
      yield;
    }
    return rows;
  }

  /** Counts how many of the rows each filter hides, except those of a field; keys as in `countWithout`. */
  *hiding(hidden: RowSet, field: string): Generator<void, Map<string, number>> {
    const bits = this.activeBits() & ~this.bitsOf(field);
    const filters = this.active.filter(({ bit }) => bit & bits);
    const counts = new Map(filters.map(({ key }) => [key, 0]));
    let done = 0;
    for (const row of hidden.rows()) {
      this.evaluate(row >> BLOCK_SHIFT);
      for (const { key, bit } of filters) if ((this.fails[row] ?? 0) & bit) counts.set(key, (counts.get(key) ?? 0) + 1);
      if ((++done & 255) === 0) yield;
    }
    return counts;
  }

  fieldsFound(row: number): string[] {
    const sought = this.terms.filter(({ not }) => !not);
    return this.fleet.columns.flatMap(({ name }, column) => {
      const value = this.fleet.value(row, column);
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
        test: (): RowTest => (_block, _row, at) => set.has(at),
      })),
      ...Object.entries(facets)
        .filter(([, allowed]) => allowed.length > 0)
        .map(([field, allowed]) => ({
          key: `facet ${field}`,
          name: field,
          asks: JSON.stringify(allowed),
          test: () => facetTest(fleet, field, new Set(allowed), joined),
        })),
      ...Object.entries(ranges).map(([field, range]) => ({
        key: `range ${field}`,
        name: field,
        asks: JSON.stringify(range),
        test: () => rangeTest(fleet, field, range),
      })),
    ];
  }

  /** Parses the search again: its meaning depends on the columns read so far. */
  private readSearch(): void {
    const terms = parseQuery(this.text, [...this.fleet.columns.map(({ name }) => name), ...JOINED]);
    if (JSON.stringify(terms) !== JSON.stringify(this.terms)) this.invalidate(SEARCH_BIT);
    this.terms = terms;
  }

  private invalidate(bits: number): void {
    for (let index = 0; index < this.stale.length; index++) (this.stale[index] as number) |= bits;
  }

  private evaluateSearch(block: Block, from: number): void {
    const { fails, hits } = this;
    this.clear(from, block.rows, SEARCH_BIT);
    for (const term of this.terms) {
      this.search.find(block, from, term, hits);
      const wanted = term.not ? 0 : 1;
      for (let row = 0; row < block.rows; row++) {
        if (hits[row] !== wanted) (fails[from + row] as number) |= SEARCH_BIT; // allocated by makeRoom
      }
    }
  }

  private evaluateTest(test: RowTest, bit: number, block: Block, from: number): void {
    const { fails } = this;
    for (let row = 0; row < block.rows; row++) {
      const before = fails[from + row] as number; // allocated by makeRoom
      fails[from + row] = test(block, row, from + row) ? before & ~bit : before | bit;
    }
  }

  private clear(from: number, rows: number, bits: number): void {
    for (let row = from; row < from + rows; row++) (this.fails[row] as number) &= ~bits; // allocated by makeRoom
  }

  private makeRoom(): void {
    const { blocks } = this.fleet;
    if (this.stale.length >= blocks.length) return;
    const stale = new Uint16Array(Math.max(blocks.length, 2 * this.stale.length)).fill(ALL_BITS);
    stale.set(this.stale);
    this.stale = stale;
    const fails = new Uint16Array(stale.length * BLOCK_ROWS);
    fails.set(this.fails);
    this.fails = fails;
  }
}
