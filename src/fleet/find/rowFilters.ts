import { BLOCK_ROWS, type Block } from '#fleet/cells.ts';
import { type Coder, coderOf, type Joined } from '#fleet/facets.ts';
import type { Fleet } from '#fleet/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { TextSearch } from './textSearch.ts';

/** Facets at most; each takes a bit of a byte beside the search and the picked rows. */
const FACETS_MAX = 6;

export type FilterRequest = {
  /** Occurs in any text column, whatever the case; '' lets all rows through. */
  search: string;
  /** Allowed values by field; a field that is not here, or allows none, lets all rows through. */
  facets: Readonly<Record<string, readonly string[]>>;
  /** Lets no other rows through. They must not change: another choice is another set. */
  only?: RowSet | undefined;
};

/** A field that is filtered by, counted, or both; `bit` is its place in the rows' bytes. */
export type Facet = { field: string; bit: number; allowed: readonly string[] };

const SEARCH_BIT = 1;
const ONLY_BIT = 128;

/**
 * Which filters each row of a fleet fails: a byte a row, a bit a filter. Blocks are brought up to date one at a time, and
 * only in the bits that changed since: one more letter in the search tests no facet again.
 */
export class RowFilters {
  /** Up to date for the blocks that `evaluate` was called with since the last change. */
  fails = new Uint8Array(0);
  facets: readonly Facet[] = [];
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, Joined>;
  private readonly search: TextSearch;
  private request: FilterRequest = { search: '', facets: {} };
  private watched: readonly string[] = [];
  /** The block that `fails` speaks of, and the bits of it that are out of date. */
  private evaluated: (Block | undefined)[] = [];
  private stale = new Uint8Array(0);

  constructor(fleet: Fleet, joined: ReadonlyMap<string, Joined>) {
    this.fleet = fleet;
    this.joined = joined;
    this.search = new TextSearch(fleet);
  }

  set(request: FilterRequest): void {
    const before = this.request;
    this.request = request;
    if (request.search.toLowerCase() !== before.search.toLowerCase()) this.invalidate(SEARCH_BIT);
    if (request.only !== before.only) this.invalidate(ONLY_BIT);
    this.assignFacets();
  }

  /** Gives fields a bit whether or not they are filtered by. */
  watch(fields: readonly string[]): void {
    this.watched = fields;
    this.assignFacets();
  }

  /** Says that the values of a joined field changed. */
  joinedChanged(field: string): void {
    const facet = this.facets.find((one) => one.field === field);
    if (facet) this.invalidate(facet.bit);
  }

  /** The bits of the filters that keep any row out; 0 when all rows pass. */
  activeBits(): number {
    let bits = (this.request.search === '' ? 0 : SEARCH_BIT) | (this.request.only ? ONLY_BIT : 0);
    for (const { bit, allowed } of this.facets) if (allowed.length > 0) bits |= bit;
    return bits;
  }

  /** Brings the bits of a block up to date. */
  evaluate(index: number): void {
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
    if (stale & ONLY_BIT) this.evaluateOnly(block, from);
    for (const facet of this.facets) if (stale & facet.bit) this.evaluateFacet(facet, block, from);
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

  private invalidate(bits: number): void {
    for (let index = 0; index < this.stale.length; index++) (this.stale[index] as number) |= bits;
  }

  private evaluateSearch(block: Block, from: number): void {
    const { search } = this.request;
    if (search !== '') this.search.mark(block, search, this.fails, from, SEARCH_BIT);
    else this.clear(from, block.rows, SEARCH_BIT);
  }

  private evaluateOnly(block: Block, from: number): void {
    const { only } = this.request;
    this.clear(from, block.rows, ONLY_BIT);
    if (!only) return;
    for (let row = from; row < from + block.rows; row++) {
      if (!only.has(row)) (this.fails[row] as number) |= ONLY_BIT; // makeRoom made it
    }
  }

  private evaluateFacet({ field, bit, allowed }: Facet, block: Block, from: number): void {
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
