import { BLOCK_ROWS, type Block } from './cells.ts';
import { type Coder, coderOf, type Joined } from './facets.ts';
import type { Fleet } from './fleet.ts';
import { TextSearch } from './textSearch.ts';

/** Facets at most; each takes a bit of a byte beside the search. */
const FACETS_MAX = 7;

const SEARCH_BIT = 1;

type FacetState = { field: string; bit: number; allowed: readonly string[] };

/**
 * Which filters each row of a fleet fails, a bit for each: a filter that changes is tried again alone, and counts of one
 * facet leave out its own bit. Blocks are tried when they are asked for.
 */
export class RowFilters {
  facets: readonly FacetState[] = [];
  /** Of the rows of evaluated blocks. Another array when the fleet has grown. */
  fails = new Uint8Array(0);
  private readonly fleet: Fleet;
  private readonly joined: ReadonlyMap<string, Joined>;
  private readonly textSearch: TextSearch;
  private search = '';
  /** The block that `fails` speaks of, and the bits of it that are out of date. */
  private evaluated: (Block | undefined)[] = [];
  private stale = new Uint8Array(0);

  constructor(fleet: Fleet, joined: ReadonlyMap<string, Joined>) {
    this.fleet = fleet;
    this.joined = joined;
    this.textSearch = new TextSearch(fleet);
  }

  setSearch(search: string): void {
    if (search.toLowerCase() !== this.search.toLowerCase()) this.invalidate(SEARCH_BIT);
    this.search = search;
  }

  /** Gives every facet that is chosen or watched its bit. A facet keeps the bit it has. */
  setFacets(chosen: Readonly<Record<string, readonly string[]>>, watched: readonly string[]): void {
    const fields = [...new Set([...Object.keys(chosen), ...watched])].slice(0, FACETS_MAX);
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

  /** Has a field's facet tried again: its values are others. */
  forget(field: string): void {
    const facet = this.facets.find((state) => state.field === field);
    if (facet) this.invalidate(facet.bit);
  }

  /** The bits of the filters that may hide a row. */
  get active(): number {
    let bits = this.search === '' ? 0 : SEARCH_BIT;
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
    for (const facet of this.facets) if (stale & facet.bit) this.evaluateFacet(facet, block, from);
  }

  private invalidate(bits: number): void {
    for (let index = 0; index < this.stale.length; index++) (this.stale[index] as number) |= bits;
  }

  private evaluateSearch(block: Block, from: number): void {
    if (this.search !== '') this.textSearch.mark(block, this.search, this.fails, from, SEARCH_BIT);
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
