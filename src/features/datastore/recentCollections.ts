import { settingByConnection } from '#lib/setting.ts';
import { useSetting } from '#ui/useSetting.ts';

const RECENT_MAX = 12;

/** Collections that were run on a connection, the last one first. */
const recentCollections = settingByConnection<readonly string[]>({
  name: 'recentCollections',
  fallback: [],
  read: (kept) => (Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : undefined),
});

export function useRecentCollections(connectionId: string): readonly string[] {
  const [recent] = useSetting(recentCollections(connectionId));
  return recent;
}

export function rememberCollection(connectionId: string, collection: string): void {
  const recent = recentCollections(connectionId);
  recent.set([collection, ...recent.get().filter((name) => name !== collection)].slice(0, RECENT_MAX));
}
