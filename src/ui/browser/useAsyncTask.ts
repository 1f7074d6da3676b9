import { useEffect, useEffectEvent, useState } from 'react';

type AsyncTask<Progress, Result> = (
  signal: AbortSignal,
  reportProgress: (progress: Progress) => void,
) => Promise<Result>;

type AsyncTaskState<Progress, Result> = { key: string; progress?: Progress; result?: Result; error?: Error };

/** Runs a task for each `key`. It is aborted when the key changes or the component unmounts. */
export function useAsyncTask<Progress, Result>(key: string, task: AsyncTask<Progress, Result>) {
  const [state, setState] = useState<AsyncTaskState<Progress, Result>>({ key });
  const start = useEffectEvent(task);
  // requests are external effects
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const update = (next: AsyncTaskState<Progress, Result>) => {
      if (!signal.aborted) setState(next);
    };
    update({ key });
    start(signal, (progress) => update({ key, progress })).then(
      (result) => update({ key, result }),
      (error: unknown) => update({ key, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => controller.abort();
  }, [key]);
  // the state of another key is outdated
  return state.key === key ? state : { key };
}
