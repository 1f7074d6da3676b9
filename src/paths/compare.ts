import { COMPARE } from './addresses.ts';
import { addressable, idOf } from './device.ts';
import { LinkReader, link } from './link.ts';

export const COMPARED_MAX = 5;

export type CompareState = {
  /** Without duplicates, in column order. */
  deviceIDs: readonly string[];
  different: boolean;
};

export function comparePath({ deviceIDs, different }: CompareState): string {
  const query = new URLSearchParams();
  for (const id of deviceIDs) query.append('device', addressable(id));
  if (different) query.set('show', 'different');
  return link(COMPARE, query);
}

/** Devices beyond COMPARED_MAX are returned in `leftOut`. */
type LinkedState = CompareState & { leftOut: readonly string[] };

/** Parses a comparison link; `dropped` names the unreadable parts. */
export function parseCompareUrl(search: URLSearchParams): { state: LinkedState; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const ids = [...new Set(query.getAll('device').filter(Boolean).map(idOf))];
  const different = query.choice('show', ['different']) !== undefined;
  const [deviceIDs, leftOut] = [ids.slice(0, COMPARED_MAX), ids.slice(COMPARED_MAX)];
  return { state: { deviceIDs, leftOut, different }, dropped };
}
