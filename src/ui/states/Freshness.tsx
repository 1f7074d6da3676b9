import { IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import { AUTO_REFRESH_SECONDS, autoRefresh } from '#lib/time/autoRefresh.ts';
import { formatClock, formatIso } from '#lib/time/time.ts';
import { useLasting } from '#ui/browser/useLasting.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { usePageActions } from '#ui/controls/pageActions.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './Freshness.module.css';

type Props = {
  /** Arrival time of the shown data, in ms since 1970. */
  asOf: number | undefined;
  /** Hidden on narrow phones, where the status bar shows it. */
  below?: boolean;
  stale?: boolean;
  refresh: { running: boolean; run: () => void; cancel?: (() => void) | undefined };
};

export function Freshness({ asOf, below = false, stale = false, refresh }: Props) {
  const [every, choose] = useSetting(autoRefresh);
  const run = useRefreshAnnouncement(refresh, asOf, stale);
  usePageActions([{ label: 'Refresh', run }]);
  const lasts = useLasting(refresh.running && asOf !== undefined && refresh.cancel !== undefined);
  return (
    <span className={`${classes['freshness']} ${shared['inline']}`} data-stale={stale || undefined}>
      {asOf !== undefined && (
        <span data-below={below || undefined}>
          <AsOf time={asOf} stale={stale} />
        </span>
      )}
      {/* a single button, so that it keeps the focus */}
      <IconButton
        Icon={lasts ? IconX : IconRefresh}
        label={lasts ? 'Stop refreshing' : 'Refresh'}
        loading={refresh.running && !lasts}
        onClick={lasts ? refresh.cancel : run}
      />
      <Pick
        className={classes['interval']}
        look="plain"
        aria-label="Auto-refresh"
        data-tip="Auto-refresh"
        standard="0"
        options={AUTO_REFRESH_SECONDS.map((seconds) => ({ value: String(seconds), label: intervalLabel(seconds) }))}
        value={String(every)}
        onPick={(seconds) => choose(Number(seconds))}
      />
    </span>
  );
}

/** Announces the end of a manual refresh; failures are announced by their notice. */
function useRefreshAnnouncement({ running, run }: Props['refresh'], asOf: number | undefined, stale: boolean) {
  const asked = useRef(false);
  // screen readers are outside React
  useEffect(() => {
    if (running || !asked.current) return;
    asked.current = false;
    if (!stale && asOf !== undefined) announce(`Refreshed, as of ${formatClock(asOf)}`, 'refresh');
  }, [running, asOf, stale]);
  return () => {
    asked.current = true;
    run();
  };
}

export function AsOf({ time, stale }: { time: number; stale: boolean }) {
  return (
    <span title={formatIso(time)}>
      <span className={classes['word']}>{stale ? 'refresh failed, as of' : 'as of'}</span>{' '}
      <time dateTime={formatIso(time)}>{formatClock(time)}</time>
    </span>
  );
}

export function intervalLabel(seconds: number): string {
  if (seconds === 0) return 'no auto-refresh';
  return seconds < 60 ? `every ${seconds} s` : `every ${seconds / 60} min`;
}
