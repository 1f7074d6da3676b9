import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '#api/apiError.ts';
import type { deviceQuery } from '#api/device.ts';
import { type FieldWatch, pollWhileVisible } from './fieldWatch.ts';
import { outcomeOf } from './outcomeWords.ts';

/** Asks for a watched field while its page is open and can be seen; the answer that is shown is renewed with it. */
export function useFieldPolling(
  watch: FieldWatch,
  options: ReturnType<typeof deviceQuery>,
  path: string | undefined,
): void {
  const queryClient = useQueryClient();
  const { running, seconds } = watch;
  const ask = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    ask.current = async () => {
      if (path === undefined) return;
      try {
        const answer = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
        const { fetchedAt: at, latency, bytes } = answer;
        watch.add({ at, latency, bytes, outcome: outcomeOf(path, answer) });
      } catch (error) {
        // a request that was given up says nothing of the field
        if (!(error instanceof ApiError) || error.kind === 'aborted') return;
        watch.add({ at: Date.now(), latency: 0, bytes: 0, outcome: { kind: 'failed', words: error.message } });
      }
    };
  });
  // a timer and the page's visibility are the browser's
  useEffect(() => {
    if (!running) return;
    const stop = pollWhileVisible(
      seconds * 1000,
      () => ask.current?.() ?? Promise.resolve(),
      () => watch.pause(),
    );
    return () => {
      stop();
      watch.pause();
    };
  }, [watch, running, seconds]);
}
