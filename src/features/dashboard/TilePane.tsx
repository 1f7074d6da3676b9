import { IconAlertTriangle, IconDots, IconGripVertical } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type DashboardTile, hasLimit, isKnownTile, type TileSize } from '#dashboard/dashboard.ts';
import type { HistoryPoint } from '#dashboard/tileHistory.ts';
import { describeLimit } from '#dashboard/tileLimit.ts';
import { parseTileLink, type TileLink } from '#dashboard/tileLink.ts';
import { isAlertState, type TileState } from '#dashboard/tileResult.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import type { TrackedTile } from '#dashboard/tileTracker.ts';
import { formatNumber } from '#lib/formatNumber.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useSortableItem } from '#ui/controls/SortableList.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './DashboardPage.module.css';
import type { TileSnapshot } from './dashboardMonitor.ts';
import { TileContentView } from './TileContentView.tsx';

type Props = {
  id: string;
  at: number;
  tile: DashboardTile;
  snapshot: TileSnapshot | undefined;
  tracked: TrackedTile | undefined;
  history: readonly HistoryPoint[];
  menu: { rows: readonly MenuRow[]; isArranging: boolean };
};

export function TilePane({ id, at, tile, snapshot, tracked, history, menu: { rows, isArranging } }: Props) {
  const headingId = useId();
  const { item, handle, held } = useSortableItem(id, { isGrid: true, disabled: !isArranging });
  const title = getTileTitle(tile);
  const parsed = isKnownTile(tile) ? parseTileLink(tile.link) : undefined;
  const state = tracked?.result.state;
  return (
    <section
      {...item}
      className={classes['tile']}
      aria-labelledby={headingId}
      data-tile={at}
      data-size={getTileSize(tile)}
      data-state={state}
      data-held={held || undefined}
    >
      <header className={shared['row']}>
        {isArranging && (
          <IconButton
            {...handle}
            Icon={IconGripVertical}
            size="row"
            label={`Move ${title}`}
            className={classes['above']}
          />
        )}
        <h2 id={headingId} className={shared['truncated']} title={title}>
          {isKnownTile(tile) && parsed && 'link' in parsed ? (
            <Link className={classes['open']} to={tile.link}>
              <PlainText text={title} />
            </Link>
          ) : (
            <PlainText text={title} />
          )}
        </h2>
        <span className={`${shared['small']} ${shared['truncated']} ${classes['source']}`}>
          {parsed && 'link' in parsed && describeSource(parsed.link)}
        </span>
        <LimitMark tile={tile} state={state} />
        {rows.length > 0 && (
          <Menu
            label={`More of ${title}`}
            align="end"
            rows={rows}
            renderTrigger={(control) => (
              <IconButton
                {...control}
                Icon={IconDots}
                size="row"
                label={`More of ${title}`}
                className={classes['above']}
              />
            )}
          />
        )}
      </header>
      <ErrorBoundary fallbackRender={() => <p>This tile cannot be shown.</p>}>
        <TileContentView tile={tile} snapshot={snapshot} tracked={tracked} history={history} />
      </ErrorBoundary>
    </section>
  );
}

export function getTileSize(tile: DashboardTile): TileSize {
  if (!isKnownTile(tile)) return 'quarter';
  return tile.size ?? (tile.show === 'number' ? 'quarter' : 'half');
}

function describeSource(link: TileLink): string {
  if (link.page === 'devices') return 'Devices';
  return link.page === 'device' ? (link.path ?? '') : link.state.collection;
}

function LimitMark({ tile, state }: { tile: DashboardTile; state: TileState | undefined }) {
  if (!hasLimit(tile)) return null;
  const limit = describeLimit(tile.limit, tile.compare);
  if (!state || !isAlertState(state)) {
    const { over, under, change, unit = '' } = tile.limit;
    return (
      <span className={`${shared['small']} ${shared['truncated']} ${classes['limit']}`} title={limit}>
        limit {formatNumber(over ?? under ?? change ?? 0)} {unit}
      </span>
    );
  }
  return (
    <Tag tone={state === 'critical' ? 'failed' : 'attention'}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {state === 'critical' && 'critical: '}
      {limit}
    </Tag>
  );
}
