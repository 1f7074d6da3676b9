import { type Ref, useState } from 'react';
import { type DashboardTile, isKnownTile, TILE_SIZES, type Tile } from '#dashboard/dashboard.ts';
import type { HistoryPoint } from '#dashboard/tileHistory.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { createTileKeys } from '#dashboard/tileTracker.ts';
import { announce } from '#lib/tasks/announce.ts';
import { SortableList } from '#ui/controls/SortableList.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import classes from './DashboardPage.module.css';
import { createTileIds, getContentKey, type MonitorState } from './dashboardMonitor.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { TileDialog } from './TileDialog.tsx';
import { getTileSize, TilePane } from './TilePane.tsx';

type Props = {
  tiles: readonly DashboardTile[];
  state: MonitorState;
  isArranging: boolean;
  /** Shown above the tiles in a printout and an image. */
  heading: string;
  ref: Ref<HTMLDivElement>;
  isReadOnly: boolean;
  onChange: (tiles: readonly DashboardTile[], label: string) => void;
};

const NO_HISTORY: readonly HistoryPoint[] = [];

export function TileGrid({ tiles, state, isArranging, heading, ref, isReadOnly, onChange }: Props) {
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'limit'; id: string }>();
  const keys = createTileKeys(tiles);
  const ids = createTileIds(tiles);
  const titles = tiles.map(getTileTitle);
  // another tab may move or remove tiles meanwhile
  const editedAt = ids.indexOf(dialog?.id ?? '');
  const edited = tiles[editedAt];
  const replace = (at: number, tile: DashboardTile, label: string) => onChange(tiles.with(at, tile), label);
  const move = (at: number, to: number) => {
    onChange(tiles.toSpliced(at, 1).toSpliced(to, 0, ...tiles.slice(at, at + 1)), `Tile ${titles[at]} moved.`);
    announce(`${titles[at]}: position ${to + 1} of ${tiles.length}`, 'arrange');
  };
  const createRows = (tile: DashboardTile, at: number): readonly MenuRow[] => {
    const [title = '', id = ''] = [titles[at], ids[at]];
    return [
      ...(isKnownTile(tile)
        ? [
            { label: 'Edit…', run: () => setDialog({ kind: 'edit', id }) },
            ...(tile.show === 'number' ? [{ label: 'Limit…', run: () => setDialog({ kind: 'limit', id }) }] : []),
          ]
        : []),
      { label: 'Duplicate', run: () => onChange(tiles.toSpliced(at, 0, tile), `Tile ${title} duplicated.`) },
      ...(at > 0 ? [{ label: 'Move back', run: () => move(at, at - 1) }] : []),
      ...(at < tiles.length - 1 ? [{ label: 'Move forward', run: () => move(at, at + 1) }] : []),
      { label: 'Remove', run: () => onChange(tiles.toSpliced(at, 1), `Tile ${title} removed.`) },
      { heading: 'Width' },
      ...TILE_SIZES.map((size) => ({
        label: size,
        key: size,
        checked: getTileSize(tile) === size,
        run: () => replace(at, { ...tile, size }, `Tile ${title} resized.`),
      })),
    ];
  };
  return (
    <SortableList
      ids={ids}
      isGrid
      getLabel={(id) => titles[ids.indexOf(id)] ?? ''}
      onMove={(id, to) => move(ids.indexOf(id), to)}
    >
      <div ref={ref} className={classes['scroller']} data-pane>
        <p className={classes['heading']}>{heading}</p>
        <div className={classes['grid']}>
          {tiles.map((tile, at) => {
            const id = ids[at] ?? '';
            return (
              <TilePane
                key={id}
                id={id}
                at={at}
                tile={tile}
                snapshot={state.snapshots.get(getContentKey(tile))}
                tracked={state.tracked.get(keys[at] ?? '')}
                history={state.histories.get(getContentKey(tile)) ?? NO_HISTORY}
                menu={{ rows: isReadOnly ? [] : createRows(tile, at), isArranging }}
              />
            );
          })}
        </div>
      </div>
      {dialog?.kind === 'edit' && edited && isKnownTile(edited) && (
        <TileDialog
          tile={edited}
          onClose={() => setDialog(undefined)}
          onSave={(tile, title) => replace(editedAt, tile, `Tile ${title} changed.`)}
        />
      )}
      {dialog?.kind === 'limit' && edited && isKnownTile(edited) && (
        <LimitDialog
          tile={edited}
          title={titles[editedAt] ?? ''}
          onClose={() => setDialog(undefined)}
          onSave={(tile: Tile) => replace(editedAt, tile, `Limit of ${titles[editedAt]} changed.`)}
        />
      )}
    </SortableList>
  );
}
