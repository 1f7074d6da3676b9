import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';
import { Problem, type ProblemError } from './Problem.tsx';
import classes from './QueryState.module.css';
import { Waiting } from './Waiting.tsx';

type Props = {
  query: Pick<
    UseQueryResult<unknown>,
    'data' | 'error' | 'failureCount' | 'failureReason' | 'isFetching' | 'refetch' | 'fetchStatus'
  >;
  queryKey: QueryKey;
  /** What is being loaded, as in "the device". */
  subject: string;
  /** Rows of the skeleton, and the height of each in px. */
  rows?: number;
  height?: number;
};

/** What stands in the place of data that is not there, and above data that could not be renewed. */
export function QueryState({ query, queryKey, subject, rows = 8, height = 20 }: Props) {
  const queryClient = useQueryClient();
  const { data, error, failureCount, failureReason, isFetching, refetch } = query;
  const reload = () => void refetch();
  const pause = isFetching && (failureReason as ProblemError | null)?.secondsToWait; // every error of a query is an ApiError
  if (pause) {
    return (
      <Notice tone="attention" title={failureReason?.message ?? ''}>
        Trying once more by itself in <Countdown key={failureCount} seconds={pause} />
      </Notice>
    );
  }
  if (error) return <Problem title={`Could not load ${subject}`} error={error} retry={reload} />;
  if (data !== undefined) return null;
  if (!isFetching) {
    return (
      <Notice tone="neutral" title="Cancelled" action={{ label: 'Load', run: reload }}>
        {`Loading ${subject} was cancelled.`}
      </Notice>
    );
  }
  return (
    <div className={classes['waiting']}>
      <Waiting label={`Loading ${subject}`} rows={rows} height={height} />
      <Button
        className={classes['cancel']}
        variant="default"
        size="xs"
        onClick={() => void queryClient.cancelQueries({ queryKey, exact: true })}
      >
        Cancel
      </Button>
    </div>
  );
}
