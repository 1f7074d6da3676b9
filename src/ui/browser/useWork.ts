import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

type Doing<Progress, Result> = (signal: AbortSignal, tell: (progress: Progress) => void) => Promise<Result>;

type State<Progress, Result> = {
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
export function useWork<Progress, Result>(subject: string, work: Doing<Progress, Result>, { atOnce = false } = {}) {
  const [state, setState] = useState<State<Progress, Result>>({ ...IDLE, subject });
  const controller = useRef<AbortController>(undefined);
  const cancel = useCallback(() => {
    controller.current?.abort();
    setState((old) => ({ ...IDLE, subject: old.subject }));
  }, []);
  const begin = (subject: string) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ ...IDLE, subject, running: true });
    const unless = (next: Partial<State<Progress, Result>>) => {
      if (!own.signal.aborted) setState((old) => ({ ...old, ...next }));
    };
    work(own.signal, (progress) => unless({ progress })).then(
      (result) => unless({ running: false, result }),
      (error: unknown) => unless({ running: false, error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };
  const beginByItself = useEffectEvent((subject: string) => atOnce && begin(subject));
  // requests are external effects
  useEffect(() => {
    beginByItself(subject);
    return cancel;
  }, [subject, cancel]);
  // discard the state of another subject
  const { running, progress, result, error } = state.subject === subject ? state : IDLE;
  return { running, progress, result, error, start: () => begin(subject), cancel };
}
