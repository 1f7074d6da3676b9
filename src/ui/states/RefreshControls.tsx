import { IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import { AUTO_REFRESH_INTERVALS_S, autoRefreshSetting } from '#lib/time/autoRefreshSetting.ts';
import { formatIsoTime, formatTimeOfDay } from '#lib/time/time.ts';
import { useDelayedPending } from '#ui/browser/useDelayedPending.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useRegisterPageActions } from '#ui/controls/pageActionRegistry.ts';
import { Select } from '#ui/controls/Select.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './RefreshControls.module.css';

type Props = {
  /** Time at which the displayed data arrived, in ms since 1970. */
  updatedAt: number | undefined;
  /** Hidden on narrow phones, where the status bar shows the time. */
  hideOnPhone?: boolean;
  stale?: boolean;
  refresh: { running: boolean; run: () => void; cancel?: (() => void) | undefined };
  /** Interval of the page itself. By default that of the user's setting. */
  interval?: RefreshInterval;
};

/** Refresh interval in seconds, 0 for none. */
export type RefreshInterval = readonly [seconds: number, choose: (seconds: number) => void];

export function RefreshControls({ updatedAt, hideOnPhone = false, stale = false, refresh, interval }: Props) {
  const setting = useSetting(autoRefreshSetting);
  const [every, choose] = interval ?? setting;
  const run = useRefreshAnnouncement(refresh, updatedAt, stale);
  useRegisterPageActions([{ label: 'Refresh', run }]);
  const lasts = useDelayedPending(refresh.running && updatedAt !== undefined && refresh.cancel !== undefined);
  return (
    <span className={`${classes['freshness']} ${shared['inline']}`} data-stale={stale || undefined}>
      {updatedAt !== undefined && (
        <span data-below={hideOnPhone || undefined}>
          <LastUpdated time={updatedAt} stale={stale} />
        </span>
      )}
      {/* a single button, so that it keeps the focus */}
      <IconButton
        Icon={lasts ? IconX : IconRefresh}
        label={lasts ? 'Stop refreshing' : 'Refresh'}
        loading={refresh.running && !lasts}
        onClick={lasts ? refresh.cancel : run}
      />
      <Select
        className={classes['interval']}
        variant="plain"
        aria-label="Auto-refresh"
        data-tip="Auto-refresh"
        unhighlightedValue={interval ? String(every) : '0'}
        options={listRefreshIntervals(every).map((seconds) => ({
          value: String(seconds),
          label: formatRefreshInterval(seconds),
        }))}
        value={String(every)}
        onValueChange={(seconds) => choose(Number(seconds))}
      />
    </span>
  );
}

function useRefreshAnnouncement({ running, run }: Props['refresh'], asOf: number | undefined, stale: boolean) {
  const asked = useRef(false);
  // screen readers are outside React
  useEffect(() => {
    if (running || !asked.current) return;
    asked.current = false;
    if (!stale && asOf !== undefined) announce(`Refreshed, as of ${formatTimeOfDay(asOf)}`, 'refresh');
  }, [running, asOf, stale]);
  return () => {
    asked.current = true;
    run();
  };
}

export function LastUpdated({ time, stale }: { time: number; stale: boolean }) {
  return (
    <span title={formatIsoTime(time)}>
      <span className={classes['word']}>{stale ? 'refresh failed, as of' : 'as of'}</span>{' '}
      <time translate="no" dateTime={formatIsoTime(time)}>
        {formatTimeOfDay(time)}
      </time>
    </span>
  );
}

/** Intervals to choose from, with the current one. */
export function listRefreshIntervals(every: number): readonly number[] {
  return AUTO_REFRESH_INTERVALS_S.includes(every) ? AUTO_REFRESH_INTERVALS_S : [...AUTO_REFRESH_INTERVALS_S, every];
}

export function formatRefreshInterval(seconds: number): string {
  if (seconds === 0) return 'no auto-refresh';
  return seconds < 60 ? `every ${seconds} s` : `every ${seconds / 60} min`;
}
