import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Work that takes several requests: what it has found so far, what it found, or why it failed. */
type Work<Progress, Result> = {
  running: boolean;
  progress: Progress | undefined;
  result: Result | undefined;
  error: Error | undefined;
  start: () => void;
  cancel: () => void;
};

type Doing<Progress, Result> = (signal: AbortSignal, tell: (progress: Progress) => void) => Promise<Result>;

/** How far a work has come, and what it is about. */
type State<Progress, Result> = { subject: string } & Pick<
  Work<Progress, Result>,
  'running' | 'progress' | 'result' | 'error'
>;

const IDLE = { running: false, progress: undefined, result: undefined, error: undefined };

/**
 * One such work at a time; it ends when `subject` changes or whoever wanted it is gone. With `atOnce`, it is begun for
 * each subject by itself.
 */
export function useWork<Progress, Result>(
  subject: string,
  work: Doing<Progress, Result>,
  { atOnce = false } = {},
): Work<Progress, Result> {
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
  // requests are the network's
  useEffect(() => {
    beginByItself(subject);
    return cancel;
  }, [subject, cancel]);
  // what was found of another subject is none of this one's
  const { running, progress, result, error } = state.subject === subject ? state : IDLE;
  return { running, progress, result, error, start: () => begin(subject), cancel };
}
