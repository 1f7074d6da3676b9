import type { Connection } from '#api/connection.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ValueLoadError } from '#ui/states/ValueLoadError.tsx';
import { ChooseDocumentsPopover } from './ChooseDocumentsPopover.tsx';
import { lastSeenMessages } from './messages.ts';
import { useInPageLastSeenTask } from './useInPageLastSeenTask.ts';
import type { LastSeenState } from './useLastSeen.ts';

type Props = { connection: Connection; state: LastSeenState };

export function LastSeenStatus({ connection, state }: Props) {
  const { spec, isLoading, error, retry } = state;
  if (!spec) {
    return (
      <span>
        {lastSeenMessages.chooseWhereDocumentsAre} <ChooseDocumentsPopover label={lastSeenMessages.chooseDocuments} />
      </span>
    );
  }
  if (error && !state.refusal)
    return <ValueLoadError subject={lastSeenMessages.lastSeen} error={error} retrying={isLoading} onRetry={retry} />;
  if (isLoading) return <span>{lastSeenMessages.loadingLastSeen}</span>;
  return spec.canGroup && !state.refusal ? null : <ReadingStatus connection={connection} spec={spec} state={state} />;
}

function ReadingStatus({ connection, spec, state: { read, refusal } }: Props & { spec: LastSeenSpec }) {
  const { isRunning, documents, error, start, cancel } = useInPageLastSeenTask(connection, spec);
  if (isRunning) {
    return (
      <span>
        {lastSeenMessages.readingDocuments(documents)}{' '}
        <Button variant="link" size="row" onClick={cancel}>
          {lastSeenMessages.cancel}
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
  if (error) return { text: lastSeenMessages.couldNotReadDocuments(error.message), action: lastSeenMessages.tryAgain };
  if (read) {
    const clock = formatTimeOfDay(read.at);
    const text = read.isPartial
      ? lastSeenMessages.partialResult(read.documents, clock)
      : lastSeenMessages.readAt(clock);
    return { text, action: lastSeenMessages.readAgain };
  }
  const reason = refusal ? lastSeenMessages.groupingRefused(refusal.message) : lastSeenMessages.documentsNotGrouped;
  const cost = pageSize === undefined ? lastSeenMessages.readingCostUnknown : lastSeenMessages.readingCost(pageSize);
  return { text: `${reason} ${cost}`, action: lastSeenMessages.readDocuments };
}
