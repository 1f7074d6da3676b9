import type { ReactNode } from 'react';
import { ErrorState } from './States.tsx';

export type DetailedError = Error & {
  code?: string | undefined;
  requestId?: string | undefined;
  hint?: string | undefined;
  rateLimitSeconds?: number | undefined;
  isOutage?: boolean | undefined;
};

type Props = {
  /** Description of the failed action, such as "Could not load the device". The error message follows. */
  title?: string;
  error: DetailedError;
  retry?: (() => void) | undefined;
  additionalAdvice?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  extraActions?: ReactNode;
};

export function ErrorDetails({ title, error, retry, additionalAdvice, action, extraActions }: Props) {
  const hint = error.hint === error.message ? undefined : error.hint;
  const advice = [hint, additionalAdvice].filter(Boolean).join(' ');
  return (
    <ErrorState
      title={title ?? error.message}
      detail={formatErrorReference(error)}
      action={action ?? (retry && { label: 'Retry', run: retry })}
      extraActions={extraActions}
    >
      {title && <p>{`“${error.message}”`}</p>}
      {advice && <p>{advice}</p>}
    </ErrorState>
  );
}

export function formatErrorReference(error: DetailedError | null): string | undefined {
  const parts = [error?.code, error?.requestId && `request ${error.requestId}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
