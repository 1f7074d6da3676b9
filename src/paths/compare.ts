import { COMPARE } from './addresses.ts';
import { addressable, idOf } from './device.ts';
import { LinkReader, link } from './link.ts';

export const COMPARED_MAX = 5;

export type CompareState = {
  /** Each once, in the order of the columns. */
  deviceIDs: readonly string[];
  /** Only fields that differ are shown. */
  different: boolean;
};

/** The page that shows devices side by side. */
export function comparePath({ deviceIDs, different }: CompareState): string {
  const query = new URLSearchParams();
  for (const id of deviceIDs) query.append('device', addressable(id));
  if (different) query.set('show', 'different');
  return link(COMPARE, query);
}

/** Devices beyond those that have room are read, and `leftOut`. */
type LinkedState = CompareState & { leftOut: readonly string[] };

/** The state a link holds; `dropped` names what could not be read. */
export function parseCompareUrl(search: URLSearchParams): { state: LinkedState; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const ids = [...new Set(query.getAll('device').filter(Boolean).map(idOf))];
  const different = query.choice('show', ['different']) !== undefined;
  const [deviceIDs, leftOut] = [ids.slice(0, COMPARED_MAX), ids.slice(COMPARED_MAX)];
  return { state: { deviceIDs, leftOut, different }, dropped };
}
