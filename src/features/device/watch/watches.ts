import { useSyncExternalStore } from 'react';
import { currentSession, subscribe as subscribeToSession } from '#session/session.ts';
import { FieldWatch } from './fieldWatch.ts';

/** What was watched on each device of each connection, for as long as the tab lives. */
const watches = new Map<string, FieldWatch>();

subscribeToSession(() => {
  if (!currentSession().connection) watches.clear();
});

/** The watch of a field, which goes on where it was left. */
export function useFieldWatch(connectionId: string, deviceID: string, path: string): FieldWatch {
  const key = JSON.stringify([connectionId, deviceID, path]);
  const watch = watches.get(key) ?? new FieldWatch();
  watches.set(key, watch);
  useSyncExternalStore(watch.subscribe, () => watch.version);
  return watch;
}
