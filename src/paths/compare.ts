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

/** The state a link holds; `dropped` names what could not be read, and the devices beyond those that have room. */
export function parseCompareUrl(search: URLSearchParams): { state: CompareState; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const ids = [...new Set(query.getAll('device').filter(Boolean).map(idOf))];
  dropped.push(...ids.slice(COMPARED_MAX).map((id) => `device ${id}`));
  const different = query.choice('show', ['different']) !== undefined;
  return { state: { deviceIDs: ids.slice(0, COMPARED_MAX), different }, dropped };
}
