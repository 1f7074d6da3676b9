import { announce } from '#lib/tasks/announce.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';

type ValueLoadErrorProps = {
  subject: string;
  error: Error;
  retrying: boolean;
  onRetry: () => Promise<Error | null>;
};

export function ValueLoadError({ subject, error, retrying, onRetry }: ValueLoadErrorProps) {
  const describe = ({ message }: Error) => `Could not load ${subject.toLowerCase()}: ${message}`;
  useAnnouncement(describe(error), subject);
  const retry = async () => {
    const next = await onRetry();
    announce(next ? describe(next) : `${subject} is loaded`, subject);
  };
  return (
    <span>
      {describe(error)}{' '}
      <Button variant="link" size="row" loading={retrying} onClick={retry}>
        Try again
      </Button>
    </span>
  );
}
