import type { Connection } from '#api/connection.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ValueLoadError } from '#ui/states/ValueLoadError.tsx';
import { ChooseDocumentsPopover } from './ChooseDocumentsPopover.tsx';
import { useInPageLastSeenTask } from './useInPageLastSeenTask.ts';
import type { LastSeenState } from './useLastSeen.ts';

type Props = { connection: Connection; state: LastSeenState };

export function LastSeenStatus({ connection, state }: Props) {
  const { spec, isLoading, error, retry } = state;
  if (!spec) {
    return (
      <span>
        Choose where the devices’ documents are. <ChooseDocumentsPopover label="Choose documents" />
      </span>
    );
  }
  if (error && !state.refusal)
    return <ValueLoadError subject="Last seen" error={error} retrying={isLoading} onRetry={retry} />;
  if (isLoading) return <span>loading last seen…</span>;
  return spec.canGroup && !state.refusal ? null : <ReadingStatus connection={connection} spec={spec} state={state} />;
}

function ReadingStatus({ connection, spec, state: { read, refusal } }: Props & { spec: LastSeenSpec }) {
  const { isRunning, documents, error, start, cancel } = useInPageLastSeenTask(connection, spec);
  if (isRunning) {
    return (
      <span>
        {`Reading documents: ${formatCount(documents)}`}{' '}
        <Button variant="link" size="row" onClick={cancel}>
          Cancel
        </Button>
      </span>
    );
  }
  const { text, action } = describeReading({ spec, read, refusal, error });
  return (
    <span>
      {text}{' '}
      <Button variant="link" size="row" onClick={start}>
        {action}
      </Button>
    </span>
  );
}

type ReadingOutcome = Pick<LastSeenState, 'read' | 'refusal'> & { spec: LastSeenSpec; error: Error | undefined };

function describeReading({ spec: { pageSize }, read, refusal, error }: ReadingOutcome): {
  text: string;
  action: string;
} {
  if (error) return { text: `Could not read the documents: ${error.message}`, action: 'Try again' };
  if (read) {
    const clock = formatTimeOfDay(read.at);
    const text = read.isPartial
      ? `Last seen is partial: read from the first ${formatCountWithNoun(read.documents, 'document')} at ${clock}.`
      : `Last seen read at ${clock}.`;
    return { text, action: 'Read again' };
  }
  const reason = refusal
    ? `The service refused to group documents: ${refusal.message}`
    : 'This service does not group documents.';
  const cost =
    pageSize === undefined
      ? 'It takes one request for each page of documents.'
      : `It takes one request for each ${formatCount(pageSize)} documents.`;
  return { text: `${reason} ${cost}`, action: 'Read all documents in this page' };
}
