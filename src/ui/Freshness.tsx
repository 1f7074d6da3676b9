import { IconRefresh } from '@tabler/icons-react';
import { formatClock, formatIso } from '#lib/time.ts';
import { IconButton } from './Button.tsx';
import { SelectField } from './Field.tsx';
import classes from './Freshness.module.css';

type Props = {
  /** When the data that is shown arrived, ms since 1970. */
  asOf: number | undefined;
  /** The last refresh failed: what is shown is older than was asked for. */
  stale?: boolean;
  refreshing: boolean;
  onRefresh: () => void;
  /** How often it is renewed by itself, in seconds; 0 is never. */
  autoRefresh: { seconds: number; choices: readonly number[]; choose: (seconds: number) => void };
};

/** How old the data is, the button that renews it, and how often that happens by itself. */
export function Freshness({ asOf, stale = false, refreshing, onRefresh, autoRefresh }: Props) {
  return (
    <span className={classes['freshness']} data-stale={stale || undefined}>
      {asOf !== undefined && (
        <span title={formatIso(asOf)}>
          {stale ? 'refresh failed, as of ' : 'as of '}
          <time dateTime={formatIso(asOf)}>{formatClock(asOf)}</time>
        </span>
      )}
      <IconButton aria-label="Refresh" title="Refresh" loading={refreshing} onClick={onRefresh}>
        <IconRefresh size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <SelectField
        className={classes['auto'] ?? ''}
        aria-label="Auto-refresh"
        title="Auto-refresh"
        data={autoRefresh.choices.map((seconds) => ({ value: String(seconds), label: intervalLabel(seconds) }))}
        value={String(autoRefresh.seconds)}
        onChange={({ currentTarget }) => autoRefresh.choose(Number(currentTarget.value))}
      />
    </span>
  );
}

function intervalLabel(seconds: number): string {
  if (seconds === 0) return 'auto-refresh off';
  return seconds < 60 ? `every ${seconds} s` : `every ${seconds / 60} min`;
}
