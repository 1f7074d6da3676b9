import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ApiError } from '#api/apiError.ts';
import { deviceQuery } from '#api/device.ts';
import { useDevice } from '#features/device/DevicePlace.tsx';
import { currentSession, subscribe as subscribeToSession, useConnection } from '#session/session.ts';
import { FieldWatch, outcomeOf, pollWhileVisible } from './fieldWatch.ts';

/** What was watched on each device of each connection, for as long as the tab lives. */
const watches = new Map<string, FieldWatch>();

subscribeToSession(() => {
  if (!currentSession().connection) watches.clear();
});

/** The watch of a field as it was left: it asks while the page can be seen, and renews the answer shown. */
export function useFieldWatch(path: string): FieldWatch {
  const { deviceID } = useDevice();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const watch = watchOf(JSON.stringify([connection.id, deviceID, path]));
  useSyncExternalStore(watch.subscribe, () => watch.version);
  const { running, seconds } = watch;
  const ask = useEffectEvent(async () => {
    try {
      const options = deviceQuery(connection, { deviceID, path });
      const answer = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
      const { fetchedAt: at, latency, bytes } = answer;
      watch.add({ at, latency, bytes, outcome: outcomeOf(path, answer) });
    } catch (error) {
      // a request that was given up says nothing of the field
      if (!(error instanceof ApiError) || error.kind === 'aborted') return;
      watch.add({ at: Date.now(), latency: 0, bytes: 0, outcome: { kind: 'failed', words: error.message } });
    }
  });
  // a timer and the page's visibility are the browser's
  useEffect(() => {
    if (!running) return;
    const stop = pollWhileVisible(
      seconds * 1000,
      () => ask(),
      () => watch.pause(),
    );
    return () => {
      stop();
      watch.pause();
    };
  }, [watch, running, seconds]);
  return watch;
}

function watchOf(key: string): FieldWatch {
  const watch = watches.get(key) ?? new FieldWatch();
  watches.set(key, watch);
  return watch;
}
