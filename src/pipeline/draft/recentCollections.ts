import { createConnectionSettings } from '#lib/setting.ts';

const RECENT_MAX = 12;

export const recentCollections = createConnectionSettings<readonly string[]>({
  name: 'recentCollections',
  fallback: [],
  parse: (kept) => (Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : undefined),
});

export function addRecentCollection(connectionId: string, collection: string): void {
  const recent = recentCollections(connectionId);
  recent.set([collection, ...recent.get().filter((name) => name !== collection)].slice(0, RECENT_MAX));
}
