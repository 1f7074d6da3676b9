import * as z from 'zod/mini';
import { createListParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';

const RECENT_MAX = 12;

const parseNames = createListParser(z.string());

export const getRecentCollectionsSetting = createPerConnectionSetting<readonly string[]>({
  name: 'recentCollections',
  fallback: [],
  parse: (kept) => parseNames(kept),
});

export function addRecentCollection(connectionId: string, collection: string): void {
  const recent = getRecentCollectionsSetting(connectionId);
  recent.set([collection, ...recent.get().filter((name) => name !== collection)].slice(0, RECENT_MAX));
}
