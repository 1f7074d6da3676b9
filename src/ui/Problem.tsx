import { Notice } from './Notice.tsx';

/** An error with what is worth telling about it; each part may be missing. */
export type ProblemError = Error & {
  code?: string | undefined;
  requestId?: string | undefined;
  /** What to do about it. */
  hint?: string | undefined;
  /** Set when the same request is sent again by itself after that many seconds. */
  secondsToWait?: number | undefined;
};

type Props = {
  /** What could not be done, such as "Could not load the device"; the error's own sentence follows. */
  title?: string;
  error: ProblemError;
  /** The most common way on. */
  retry?: (() => void) | undefined;
  action?: { label: string; run: () => void } | undefined;
};

/** A failed request in the service's own words, what to do about it, and its code and request id to quote. */
export function Problem({ title, error, retry, action }: Props) {
  const detail = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(' · ');
  return (
    <Notice
      tone="failed"
      title={title ?? error.message}
      detail={detail || undefined}
      action={action ?? (retry && { label: 'Retry', run: retry })}
    >
      {title && <p>{error.message}</p>}
      {error.hint && error.hint !== error.message && <p>{error.hint}</p>}
    </Notice>
  );
}
