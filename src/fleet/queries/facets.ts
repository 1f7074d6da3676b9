import { CELL_TAG, type RowBlock } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { JOINED_LABELS_MAX, type JoinedField, type JoinedLabelField } from '#fleet/model/joinedField.ts';
import { formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { sortNaturally } from '#lib/text/foldText.ts';

/**
 * Number of rows with a value among the rows that pass all other filters. Values have the format of `formatTypePrefixedText`;
 * '' means no value.
 */
export type FacetCount = { value: string; count: number };

/**
 * Encodes a field as a small number per row: the index of its label, or one bit per label if rows can have several.
 * `row` is the index within the block, `at` the index within the fleet.
 */
type FacetEncoder = {
  getLabels: () => readonly string[];
  hasMultipleLabels: boolean;
  getMismatched: (block: RowBlock, row: number, at: number) => string | undefined;
  encode: (block: RowBlock, row: number, at: number) => number;
};

const FLAG_LABELS = ['false', 'true', ''];

const NEVER_MISMATCHED = () => undefined;

/** Maximum number of distinct values with another type than their column. Above it, the facet is not counted. */
export const MISMATCHED_MAX = 10_000;

export function getColumnValueType(
  fleet: Fleet,
  field: string,
  joined?: JoinedField,
): 'text' | 'number' | 'boolean' | 'json' {
  if (joined && 'values' in joined) return 'number';
  const storage = fleet.columns[fleet.findColumn(field)]?.storage ?? 'text';
  return storage === 'flag' ? 'boolean' : storage;
}

export function createFacetEncoder(
  fleet: Fleet,
  field: string,
  joined: ReadonlyMap<string, JoinedField>,
): FacetEncoder | undefined {
  const own = joined.get(field);
  if (own) return 'values' in own ? undefined : createJoinedEncoder(own);
  const column = fleet.findColumn(field);
  const storage = fleet.columns[column]?.storage;
  const type = getColumnValueType(fleet, field);
  const odd: FacetEncoder['getMismatched'] = ({ cells }, row, at) =>
    cells[column]?.tags?.[row] === CELL_TAG.mismatched
      ? formatTypePrefixedText(fleet.getValue(at, column), type)
      : undefined;
  if (storage === 'flag') {
    return {
      getLabels: () => FLAG_LABELS,
      hasMultipleLabels: false,
      getMismatched: odd,
      encode: (block, row) => encodeFlagCell(block, column, row),
    };
  }
  if (storage !== 'text' || !fleet.getDictionary(column)) return undefined;
  // the first label means no value, so its index is stable while the dictionary grows
  return {
    getLabels: () => ['', ...fleet.getDictionaryValues(column).map((value) => formatTypePrefixedText(value, type))],
    hasMultipleLabels: false,
    getMismatched: odd,
    encode: (block, row) => encodeTextCell(block, column, row),
  };
}

function createJoinedEncoder(joined: JoinedLabelField): FacetEncoder {
  const labels = () => joined.labels;
  if ('bits' in joined)
    return {
      getLabels: labels,
      hasMultipleLabels: true,
      getMismatched: NEVER_MISMATCHED,
      encode: (_block, _row, at) => joined.bits[at] ?? 0,
    };
  return {
    getLabels: labels,
    hasMultipleLabels: false,
    getMismatched: NEVER_MISMATCHED,
    encode: (_block, _row, at) => joined.codes[at] ?? 0,
  };
}

function encodeFlagCell(block: RowBlock, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'flag' || (cells.tags?.[row] ?? CELL_TAG.value) !== CELL_TAG.value) return 2;
  return cells.values[row] ?? 2;
}

function encodeTextCell(block: RowBlock, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'codes' || (cells.tags?.[row] ?? CELL_TAG.value) !== CELL_TAG.value) return 0;
  return 1 + (cells.codes[row] ?? 0);
}

export class FacetCounter {
  private readonly encoder: FacetEncoder;
  private readonly counts: Uint32Array;
  private readonly mismatched = new Map<string, number>();

  constructor(coder: FacetEncoder) {
    this.encoder = coder;
    this.counts = new Uint32Array(coder.hasMultipleLabels ? JOINED_LABELS_MAX : coder.getLabels().length);
  }

  add(block: RowBlock, row: number, at: number): void {
    const odd = this.encoder.getMismatched(block, row, at);
    if (odd !== undefined) {
      if (this.mismatched.size <= MISMATCHED_MAX) this.mismatched.set(odd, (this.mismatched.get(odd) ?? 0) + 1);
      return;
    }
    const code = this.encoder.encode(block, row, at);
    // codes are below the number of labels
    if (!this.encoder.hasMultipleLabels) (this.counts[code] as number)++;
    else for (let bits = code; bits !== 0; bits &= bits - 1) (this.counts[31 - Math.clz32(bits & -bits)] as number)++;
  }

  /**
   * Counts per value, most frequent first. Empty text and missing values count as the same value. Null if there are too
   * many values.
   */
  getCounts(): FacetCount[] | null {
    if (this.mismatched.size > MISMATCHED_MAX) return null;
    const sums = new Map(this.mismatched);
    for (const [code, label] of this.encoder.getLabels().entries()) {
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
