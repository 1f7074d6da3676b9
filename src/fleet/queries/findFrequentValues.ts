import { createValueReader } from '#fleet/filter/predicates.ts';
import { type RowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { describeTypePrefixedText, formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { foldText } from '#lib/text/foldText.ts';
import { type FacetCount, getColumnValueType } from './facets.ts';

type FrequentValuesRequest = {
  field: string;
  joined?: JoinedField | undefined;
  rows: RowSet;
  searchText: string;
  chosen: readonly string[];
  limit: number;
};

type FrequentValues = {
  values: readonly FacetCount[];
  different: number;
  rows: number;
  chosen: readonly FacetCount[];
};

const ROWS_PER_SLICE = 512;

/**
 * Finds the most frequent values of a field, even if all values are distinct. Follows the sort order, so that only one
 * group of equal values is in memory.
 * @returns undefined while the sort order is unknown
 */
export function* findFrequentValues(
  fleet: Fleet,
  { field, joined, rows, searchText, chosen, limit }: FrequentValuesRequest,
): Generator<void, FrequentValues | undefined> {
  const column = fleet.findColumn(field);
  const isNumber = joined !== undefined && 'values' in joined;
  const order = isNumber ? joined.rowOrder : column < 0 ? undefined : fleet.getRowOrder(column);
  if (column >= 0 && !order) return undefined;
  const type = getColumnValueType(fleet, field, joined);
  const read = createValueReader(fleet, field, joined);
  const wanted = new Map(chosen.map((value) => [value, 0]));
  const top = new TopCounts(limit);
  const found = { different: 0, rows: 0 };
  const addRun = (run: ReadonlyMap<string, number>) => {
    for (const [value, count] of run) {
      if (wanted.has(value)) wanted.set(value, (wanted.get(value) ?? 0) + count);
      if (searchText !== '' && !foldText(describeTypePrefixedText(value)).includes(searchText)) continue;
      found.different++;
      found.rows += count;
      top.add({ value, count });
    }
  };
  // equal sort keys may differ in case: each value is counted separately
  let run = new Map<string, number>();
  const scattered = new Map<string, number>();
  for (let place = 0; order && place < order.rows.length; place++) {
    if ((place & (ROWS_PER_SLICE - 1)) === ROWS_PER_SLICE - 1) yield;
    if (!order.ties[place] && run.size > 0) {
      addRun(run);
      run = new Map();
    }
    const row = order.rows[place] as number; // within bounds
    if (!rows.has(row)) continue;
    const value = read(row);
    const typed = formatTypePrefixedText(value, type);
    const counts = typed === '' || typeof value === 'object' ? scattered : run;
    counts.set(typed, (counts.get(typed) ?? 0) + 1);
  }
  addRun(run);
  addRun(scattered);
  const values = top.kept;
  const listed = new Set(values.map(({ value }) => value));
  const others = chosen.filter((value) => !listed.has(value));
  return { ...found, values, chosen: others.map((value) => ({ value, count: wanted.get(value) ?? 0 })) };
}

export function* collectRowIndices(set: RowSet): Generator<void, RowIndices> {
  const list = new Uint32Array(set.count);
  let place = 0;
  for (const row of set.values()) {
    list[place++] = row;
    if ((place & 4095) === 0) yield;
  }
  return toRowIndices(list);
}

class TopCounts {
  private readonly most: number;
  readonly kept: FacetCount[] = [];

  constructor(most: number) {
    this.most = most;
  }

  add(one: FacetCount): void {
    const { kept, most } = this;
    const least = kept.at(-1);
    if (kept.length === most && least && one.count <= least.count) return;
    const at = kept.findIndex(({ count }) => count < one.count);
    kept.splice(at < 0 ? kept.length : at, 0, one);
    if (kept.length > most) kept.pop();
  }
}
