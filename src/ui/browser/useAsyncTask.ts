import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

type AsyncTask<Progress, Result> = (
  signal: AbortSignal,
  reportProgress: (progress: Progress) => void,
) => Promise<Result>;

type AsyncTaskState<Progress, Result> = {
  subject: string;
  running: boolean;
  progress: Progress | undefined;
  result: Result | undefined;
  error: Error | undefined;
};

const IDLE = { running: false, progress: undefined, result: undefined, error: undefined };

/**
 * Runs one task at a time; it is aborted when `subject` changes or on unmount. `atOnce` starts it automatically for each
 * subject.
 */
export function useAsyncTask<Progress, Result>(
  subject: string,
  task: AsyncTask<Progress, Result>,
  { atOnce = false } = {},
) {
  const [state, setState] = useState<AsyncTaskState<Progress, Result>>({ ...IDLE, subject });
  const controller = useRef<AbortController>(undefined);
  const cancel = useCallback(() => {
    controller.current?.abort();
    setState((old) => ({ ...IDLE, subject: old.subject }));
  }, []);
  const start = (subject: string) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ ...IDLE, subject, running: true });
    const updateUnlessAborted = (next: Partial<AsyncTaskState<Progress, Result>>) => {
      if (!own.signal.aborted) setState((old) => ({ ...old, ...next }));
    };
    task(own.signal, (progress) => updateUnlessAborted({ progress })).then(
      (result) => updateUnlessAborted({ running: false, result }),
      (error: unknown) =>
        updateUnlessAborted({ running: false, error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };
  const autoStart = useEffectEvent((subject: string) => atOnce && start(subject));
  // requests are external effects
  useEffect(() => {
    autoStart(subject);
    return cancel;
  }, [subject, cancel]);
  // discard the state of another subject
  const { running, progress, result, error } = state.subject === subject ? state : IDLE;
  return { running, progress, result, error, start: () => start(subject), cancel };
}
