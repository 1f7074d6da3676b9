import type { RangeState } from './ranges.ts';

/** Where bars of time begin and end, in ms, one after the other. */
type Edges = readonly number[];

/** The range of some bars, from the first to the last. */
export function rangeOfBars(edges: Edges, [first, last]: readonly [number, number]): RangeState {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** The bars that a range covers, or touches; none where it is only those without a time. */
export function barsOfRange(edges: Edges, range: RangeState | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [barAt(edges, from), barAt(edges, Math.max(from, to))];
}

/** The bar that a time is in; the first or the last one for times before or after all of them. */
function barAt(edges: Edges, time: number): number {
  return Math.max(
    0,
    Math.min(
      edges.findLastIndex((edge) => edge <= time),
      edges.length - 2,
    ),
  );
}
