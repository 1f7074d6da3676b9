import { useInterval } from '@mantine/hooks';
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { Problem, type ProblemError, problemDetail } from './Problem.tsx';
import classes from './QueryState.module.css';
import { EmptyState } from './States.tsx';
import { Waiting } from './Waiting.tsx';

type Props = {
  query: Pick<
    UseQueryResult<unknown>,
    'data' | 'error' | 'failureCount' | 'failureReason' | 'isFetching' | 'refetch' | 'fetchStatus'
  >;
  /** Its key, where this offers to cancel it; left out where the page does so in a place of its own. */
  queryKey?: QueryKey;
  /** What is being loaded, as in "the device". */
  subject: string;
  /** The data is only the part of a first answer that came before it broke off. */
  partial?: boolean | undefined;
  /** What stands there while it is loaded, where that is not eight lines. */
  skeleton?: ReactNode;
  /** Further ways on where no answer came. */
  further?: ReactNode;
};

/** Whether a first answer is on its way, and nothing is to be said of it yet. */
export function isAwaited({ data, error, isFetching, failureReason }: Props['query']): boolean {
  const pause = (failureReason as ProblemError | null)?.secondsToWait; // every error of a query is an ApiError
  return data === undefined && isFetching && !error && !pause;
}

/** What stands in the place of data that is not there, and above data that could not be renewed. */
export function QueryState({ query, queryKey, subject, partial = false, skeleton, further }: Props) {
  const queryClient = useQueryClient();
  const { data, error, failureCount, failureReason, isFetching, refetch } = query;
  const reload = () => void refetch();
  const cancel = queryKey && (() => void queryClient.cancelQueries({ queryKey, exact: true }));
  const pause = isFetching && (failureReason as ProblemError | null)?.secondsToWait; // every error of a query is an ApiError
  if (pause) {
    return (
      <NoticeLine
        tone="attention"
        title="The service asks for a pause"
        action={cancel && { label: 'Cancel', run: cancel }}
      >
        {failureReason?.message} Trying once more by itself in <Countdown key={failureCount} seconds={pause} />
      </NoticeLine>
    );
  }
  if (error) {
    const { recovers, hint } = error as ProblemError; // an ApiError
    const advice = recovers ? 'This page tries again by itself.' : undefined;
    if (data === undefined) {
      const title = `Could not load ${subject}`;
      return <Problem title={title} error={error} further={advice} retry={reload} ways={further} />;
    }
    return (
      <NoticeLine
        tone="attention"
        title={`Could not ${partial ? 'load' : 'refresh'} ${subject}.`}
        action={{ label: 'Retry', run: reload }}
      >
        {[...new Set([error.message, hint, advice, problemDetail(error)])].filter(Boolean).join(' · ')}
      </NoticeLine>
    );
  }
  if (data !== undefined) return null;
  if (!isFetching) {
    return (
      <EmptyState title="Cancelled" action={{ label: 'Load', run: reload }}>
        {`Loading ${subject} was cancelled.`}
      </EmptyState>
    );
  }
  return (
    <div className={classes['waiting']}>
      <LoadingAnnouncement message={`Loading ${subject}`} />
      {skeleton ?? <Waiting label={`Loading ${subject}`} rows={8} />}
      {cancel && (
        <Button className={classes['cancel']} onClick={cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function LoadingAnnouncement({ message }: { message: string }) {
  useLoadingAnnouncement(message);
  return null;
}

/** Counts whole seconds down to 0 from when it appears. */
function Countdown({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250, { autoInvoke: true });
  return <span role="timer">{`${left} s.`}</span>;
}
