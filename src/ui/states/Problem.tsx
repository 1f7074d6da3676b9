import type { ReactNode } from 'react';
import { FailedState } from './States.tsx';

export type ProblemError = Error & {
  code?: string | undefined;
  requestId?: string | undefined;
  hint?: string | undefined;
  /** Seconds until the automatic retry, if any. */
  secondsToWait?: number | undefined;
  /** Retried automatically while the page is open. */
  recovers?: boolean | undefined;
};

type Props = {
  /** Failed action, such as "Could not load the device"; the error message follows. */
  title?: string;
  error: ProblemError;
  retry?: (() => void) | undefined;
  further?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  ways?: ReactNode;
};

/** A failed request: message, remedy, and code and request id for support. */
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

/** Error code and request id for support. */
export function problemDetail(error: ProblemError | null): string | undefined {
  const parts = [error?.code, error?.requestId && `request ${error.requestId}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
