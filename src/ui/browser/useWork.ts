import { useCallback, useEffect, useRef, useState } from 'react';

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

type State<Progress, Result> = Pick<Work<Progress, Result>, 'running' | 'progress' | 'result' | 'error'>;

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
  const [state, setState] = useState<State<Progress, Result>>(IDLE);
  const controller = useRef<AbortController>(undefined);
  const cancel = useCallback(() => {
    controller.current?.abort();
    setState(IDLE);
  }, []);
  const start = () => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ ...IDLE, running: true });
    const unless = (next: (old: State<Progress, Result>) => State<Progress, Result>) => {
      if (!own.signal.aborted) setState(next);
    };
    work(own.signal, (progress) => unless((old) => ({ ...old, progress }))).then(
      (result) => unless((old) => ({ ...old, running: false, result })),
      (error: unknown) =>
        unless((old) => ({ ...old, running: false, error: error instanceof Error ? error : new Error(String(error)) })),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject ends what was found of the one before
  useEffect(() => {
    if (atOnce) start();
    else setState(IDLE);
    return () => controller.current?.abort();
  }, [subject]);
  return { ...state, start, cancel };
}
