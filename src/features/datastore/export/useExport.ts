import { useEffect, useSyncExternalStore } from 'react';
import type { Ask } from '#features/datastore/useAsk.ts';
import { showToast } from '#ui/notices/toast.ts';
import { documentExport, type ExportWish } from './documentExport.ts';

/** The export of a connection's documents; one that is at work goes on when its page is left. */
export function useExport(savedId: string, ask: Ask) {
  const work = documentExport(savedId);
  const state = useSyncExternalStore(work.subscribe, () => work.state);
  useEffect(
    () => () => {
      const { state } = work;
      if (state.kind !== 'running') return;
      showToast({ words: `The export of ${state.wish.query.collection} goes on. Datastore shows how far it is.` });
    },
    [work],
  );
  const { pause, cancel, dismiss } = work;
  return { state, start: (wish: ExportWish) => void work.start(ask, wish), pause, cancel, dismiss };
}

export type Export = ReturnType<typeof useExport>;
