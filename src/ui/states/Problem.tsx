import type { ReactNode } from 'react';
import { FailedState } from './States.tsx';

/** An error with what is worth telling about it; each part may be missing. */
export type ProblemError = Error & {
  code?: string | undefined;
  requestId?: string | undefined;
  /** What to do about it. */
  hint?: string | undefined;
  /** Set when the same request is sent again by itself after that many seconds. */
  secondsToWait?: number | undefined;
  /** A page that shows it tries again by itself until there is an answer. */
  recovers?: boolean | undefined;
};

type Props = {
  /** What could not be done, such as "Could not load the device"; the error's own sentence follows. */
  title?: string;
  error: ProblemError;
  /** The most common way on. */
  retry?: (() => void) | undefined;
  /** What else is worth saying, such as what happens next. */
  further?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** Further ways on. */
  ways?: ReactNode;
};

/** A failed request in the service's own words, what to do about it, and its code and request id to quote. */
export function Problem({ title, error, retry, further, action, ways }: Props) {
  const hint = error.hint === error.message ? undefined : error.hint;
  const advice = [hint, further].filter(Boolean).join(' ');
  return (
    <FailedState
      title={title ?? error.message}
      detail={problemDetail(error)}
      action={action ?? (retry && { label: 'Retry', run: retry })}
      further={ways}
    >
      {title && <p>{`“${error.message}”`}</p>}
      {advice && <p>{advice}</p>}
    </FailedState>
  );
}

/** What of an error is worth quoting to whoever runs the service. */
export function problemDetail(error: ProblemError | null): string | undefined {
  const parts = [error?.code, error?.requestId && `request ${error.requestId}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
