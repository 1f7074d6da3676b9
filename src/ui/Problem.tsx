import { Notice } from './Notice.tsx';

type Props = {
  /** What could not be done, such as "The device could not be loaded"; the error's own sentence follows. */
  title?: string;
  error: Error & { code?: string | undefined; requestId?: string | undefined };
  /** The way on; `retry` stands for the most common one. */
  retry?: (() => void) | undefined;
  action?: { label: string; run: () => void } | undefined;
};

/** A failed request in the service's own words, with its code and request id to quote. */
export function Problem({ title, error, retry, action }: Props) {
  const detail = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(' · ');
  return (
    <Notice
      tone="failed"
      title={title ?? error.message}
      detail={detail || undefined}
      action={action ?? (retry && { label: 'Retry', run: retry })}
    >
      {title && error.message}
    </Notice>
  );
}
