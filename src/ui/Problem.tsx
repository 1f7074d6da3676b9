import { Notice } from './Notice.tsx';

type Props = {
  /** What could not be done, such as "The device could not be loaded"; the error's own sentence follows. */
  title?: string;
  error: Error & { code?: string | undefined; requestId?: string | undefined };
  onRetry?: (() => void) | undefined;
};

/** A failed request in the service's own words, with its code and request id to quote. */
export function Problem({ title, error, onRetry }: Props) {
  const detail = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(' · ');
  return (
    <Notice
      tone="failed"
      title={title ?? error.message}
      detail={detail || undefined}
      action={onRetry && { label: 'Retry', run: onRetry }}
    >
      {title && error.message}
    </Notice>
  );
}
