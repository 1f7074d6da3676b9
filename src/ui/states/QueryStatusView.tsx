import { useInterval } from '@mantine/hooks';
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Notice } from '#ui/notices/Notice.tsx';
import { type DetailedError, ErrorDetails, formatErrorReference } from './ErrorDetails.tsx';
import classes from './QueryStatusView.module.css';
import { Skeleton } from './Skeleton.tsx';
import { EmptyState } from './States.tsx';

type Props = {
  query: Pick<
    UseQueryResult<unknown>,
    'data' | 'error' | 'failureCount' | 'failureReason' | 'isFetching' | 'refetch' | 'fetchStatus'
  >;
  queryKey?: QueryKey;
  subject: string;
  partial?: boolean | undefined;
  skeleton?: ReactNode;
  extraActions?: ReactNode;
};

export function isInitialLoading({ data, error, isFetching, failureReason }: Props['query']): boolean {
  const pause = (failureReason as DetailedError | null)?.rateLimitSeconds; // queries only throw ApiError
  return data === undefined && isFetching && !error && !pause;
}

/** Shows the loading, error or canceled state of a query. Appears in place of missing data, or above outdated data. */
export function QueryStatusView({ query, queryKey, subject, partial = false, skeleton, extraActions }: Props) {
  const queryClient = useQueryClient();
  const { data, error, failureCount, failureReason, isFetching, refetch } = query;
  const reload = () => void refetch();
  const cancel = queryKey && (() => void queryClient.cancelQueries({ queryKey, exact: true }));
  const pause = isFetching && (failureReason as DetailedError | null)?.rateLimitSeconds; // queries only throw ApiError
  if (pause) {
    return (
      <Notice
        tone="attention"
        title="The service is limiting requests"
        action={cancel && { label: 'Cancel', run: cancel }}
      >
        {failureReason?.message} {'Retrying automatically in'} <Countdown key={failureCount} seconds={pause} />
      </Notice>
    );
  }
  if (error) {
    const { isOutage, hint } = error as DetailedError; // queries only throw ApiError
    const advice = isOutage ? 'This page retries automatically.' : undefined;
    if (data === undefined) {
      const title = `Could not load ${subject}`;
      return (
        <ErrorDetails
          title={title}
          error={error}
          additionalAdvice={advice}
          retry={reload}
          extraActions={extraActions}
        />
      );
    }
    return (
      <Notice
        tone="attention"
        title={partial ? `Could not load ${subject}.` : `Could not refresh ${subject}.`}
        action={{ label: 'Retry', run: reload }}
      >
        {[...new Set([error.message, hint, advice, formatErrorReference(error)])].filter(Boolean).join(' · ')}
      </Notice>
    );
  }
  if (data !== undefined) return null;
  if (!isFetching) {
    return (
      <EmptyState title="Canceled" action={{ label: 'Load', run: reload }}>
        {`Loading ${subject} was canceled.`}
      </EmptyState>
    );
  }
  return (
    <div className={classes['waiting']}>
      <LoadingAnnouncement message={`Loading ${subject}`} />
      {skeleton ?? <Skeleton label={`Loading ${subject}`} rows={8} />}
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

function Countdown({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250, { autoInvoke: true });
  return <span role="timer">{`${left} s.`}</span>;
}
