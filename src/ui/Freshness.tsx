import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { formatClock, formatIso } from '#lib/time.ts';
import classes from './Freshness.module.css';

type Props = {
  /** When the data that is shown arrived, ms since 1970. */
  asOf: number | undefined;
  /** The last refresh failed: what is shown is older than was asked for. */
  stale?: boolean;
  refreshing: boolean;
  onRefresh: () => void;
};

/** How old the data is, and the button that renews it. */
export function Freshness({ asOf, stale = false, refreshing, onRefresh }: Props) {
  return (
    <span className={classes['freshness']} data-stale={stale || undefined}>
      {asOf !== undefined && (
        <span title={formatIso(asOf)}>
          {stale ? 'refresh failed, as of ' : 'as of '}
          <time dateTime={formatIso(asOf)}>{formatClock(asOf)}</time>
        </span>
      )}
      <ActionIcon
        variant="subtle"
        color="accent"
        aria-label="Refresh"
        title="Refresh"
        loading={refreshing}
        onClick={onRefresh}
      >
        <IconRefresh size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}
