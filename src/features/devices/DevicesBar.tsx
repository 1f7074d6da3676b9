import { IconArrowRight, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ToolBar } from '#ui/page/ToolBar.tsx';
import classes from './DevicesPage.module.css';

type Props = {
  /** None while there is no list. */
  view: FleetView | undefined;
  /** What changes the request. */
  selectors: ReactNode;
  /** What works on the answer. */
  search: ReactNode;
  filter: ReactNode;
  /** None on a phone, where the page's menu has it. */
  columns: ReactNode | undefined;
};

/** What the service is asked for, then what is shown of its answer; each ends in its own count. */
export function DevicesBar({ view, selectors, search, filter, columns }: Props) {
  const [compact, setCompact] = useSetting(compactRows);
  return (
    <ToolBar label="Devices shown">
      <span className={classes['service']}>
        {selectors}
        {view && <Answer count={view.fleet.count} />}
        <span className={classes['rule']} />
      </span>
      <span className={classes['word']}>Show</span>
      {search}
      {filter}
      {view && <Answer count={view.rows.count} most={view.fleet.count} strong />}
      {columns !== undefined && (
        <span className={classes['tools']}>
          {columns}
          <IconButton label="Compact rows" aria-pressed={compact} onClick={() => setCompact(!compact)}>
            {compact ? (
              <IconBaselineDensitySmall size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconBaselineDensityMedium size={16} stroke={1.5} aria-hidden />
            )}
          </IconButton>
        </span>
      )}
    </ToolBar>
  );
}

/** Said aloud once, by the page's count. As wide as its `most`: what stands beside it stays where it is while one types. */
function Answer({ count, most = count, strong = false }: { count: number; most?: number; strong?: boolean }) {
  return (
    <span className={classes['answer']} data-strong={strong || undefined} aria-hidden>
      <IconArrowRight size={16} stroke={1.5} aria-hidden />
      <span style={{ minWidth: `${formatCount(most).length}ch` }}>{formatCount(count)}</span>
    </span>
  );
}
