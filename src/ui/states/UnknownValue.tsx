import { announce } from '#lib/tasks/announce.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';

type UnknownValueProps = {
  subject: string;
  error: Error;
  /** True while requested again. */
  busy: boolean;
  /** Requests it again; resolves to the new error, if any. */
  onRetry: () => Promise<Error | null>;
};

/** Reports a value that is unknown because its request failed, with a retry button. */
export function UnknownValue({ subject, error, busy, onRetry }: UnknownValueProps) {
  const describe = ({ message }: Error) => `${subject} is not known: ${message}`;
  useAnnouncement(describe(error), subject);
  const retry = async () => {
    const next = await onRetry();
    announce(next ? describe(next) : `${subject} is loaded`, subject);
  };
  return (
    <span>
      {describe(error)}{' '}
      <Button look="link" size="row" loading={busy} onClick={retry}>
        Try again
      </Button>
    </span>
  );
}
