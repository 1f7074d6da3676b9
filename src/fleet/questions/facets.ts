import { type Block, TAG } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { BITS_MAX, type Joined } from '#fleet/model/joined.ts';
import { formatTyped } from '#lib/json/typedText.ts';
import { sortNaturally } from '#lib/text/foldText.ts';

/**
 * Number of rows with a value among those that pass all other filters. Values are in the format of `formatTyped`; ''
 * stands for none.
 */
export type FacetCount = { value: string; count: number };

/**
 * Encodes a field as a small number per row: the index of its label, or with `many` one bit per label. `row` is the
 * number within the block, `at` within the fleet.
 */
type Coder = {
  labels: () => readonly string[];
  many: boolean;
  /** Formatted value of a row whose type differs from its column's; such a row has no code. */
  odd: (block: Block, row: number, at: number) => string | undefined;
  code: (block: Block, row: number, at: number) => number;
};

const FLAG_LABELS = ['false', 'true', ''];

const NEVER_ODD = () => undefined;

/** Maximum number of distinct values of other types; above it a facet is not counted. */
const ODD_MAX = 10_000;

export function typeOf(fleet: Fleet, field: string): 'text' | 'number' | 'boolean' | 'json' {
  const storage = fleet.columns[fleet.columnOf(field)]?.storage ?? 'text';
  return storage === 'flag' ? 'boolean' : storage;
}

export function coderOf(fleet: Fleet, field: string, joined: ReadonlyMap<string, Joined>): Coder | undefined {
  const own = joined.get(field);
  if (own) return joinedCoder(own);
  const column = fleet.columnOf(field);
  const storage = fleet.columns[column]?.storage;
  const type = typeOf(fleet, field);
  const odd: Coder['odd'] = ({ cells }, row, at) =>
    cells[column]?.tags?.[row] === TAG.odd ? formatTyped(fleet.value(at, column), type) : undefined;
  if (storage === 'flag') {
    return { labels: () => FLAG_LABELS, many: false, odd, code: (block, row) => flagCode(block, column, row) };
  }
  if (storage !== 'text' || !fleet.dictionary(column)) return undefined;
  // the first label stands for no value, so its index is stable while the dictionary grows
  return {
    labels: () => ['', ...fleet.codedValues(column).map((value) => formatTyped(value, type))],
    many: false,
    odd,
    code: (block, row) => textCode(block, column, row),
  };
}

function joinedCoder(joined: Joined): Coder {
  const labels = () => joined.labels;
  if ('bits' in joined) return { labels, many: true, odd: NEVER_ODD, code: (_block, _row, at) => joined.bits[at] ?? 0 };
  return { labels, many: false, odd: NEVER_ODD, code: (_block, _row, at) => joined.codes[at] ?? 0 };
}

function flagCode(block: Block, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'flag' || (cells.tags?.[row] ?? TAG.value) !== TAG.value) return 2;
  return cells.values[row] ?? 2;
}

function textCode(block: Block, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'codes' || (cells.tags?.[row] ?? TAG.value) !== TAG.value) return 0;
  return 1 + (cells.codes[row] ?? 0);
}

export class FacetTally {
  private readonly coder: Coder;
  private readonly counts: Uint32Array;
  private readonly odd = new Map<string, number>();

  constructor(coder: Coder) {
    this.coder = coder;
    this.counts = new Uint32Array(coder.many ? BITS_MAX : coder.labels().length);
  }

  add(block: Block, row: number, at: number): void {
    const odd = this.coder.odd(block, row, at);
    if (odd !== undefined) {
      if (this.odd.size <= ODD_MAX) this.odd.set(odd, (this.odd.get(odd) ?? 0) + 1);
      return;
    }
    const code = this.coder.code(block, row, at);
    // codes are below the number of labels
    if (!this.coder.many) (this.counts[code] as number)++;
    else for (let bits = code; bits !== 0; bits &= bits - 1) (this.counts[31 - Math.clz32(bits & -bits)] as number)++;
  }

  /** Counts, most frequent first; empty text and no value count as the same value. Null for too many values. */
  done(): FacetCount[] | null {
    if (this.odd.size > ODD_MAX) return null;
    const sums = new Map(this.odd);
    for (const [code, label] of this.coder.labels().entries()) {
      const count = this.counts[code] ?? 0;
      if (count > 0) sums.set(label, (sums.get(label) ?? 0) + count);
    }
    const counts = Array.from(sums, ([value, count]) => ({ value, count }));
    return sortNaturally(
      counts,
      ({ value }) => value,
      (a, b) => b.count - a.count,
    );
  }
}
