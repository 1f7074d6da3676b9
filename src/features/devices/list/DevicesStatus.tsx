import { type KeyboardEvent, type RefObject, useState, useSyncExternalStore } from 'react';
import type { Connectivity } from '#api/list/useConnectivity.ts';
import { kindOf, listedFields } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { formatBytes } from '#lib/bytes.ts';
import { counted, formatCount } from '#lib/counts.ts';
import type { DevicesState } from '#paths/devices.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import type { RowsInViewStore } from '#ui/grid/rowsInView.ts';
import { StatusLine } from '#ui/page/StatusLine.tsx';
import { AsOf } from '#ui/states/Freshness.tsx';
import classes from './DevicesStatus.module.css';

/** As in Freshness.module.css: the header has no room for the time. */
const NARROWEST = '(max-width: 380px)';
/** Fewer rows than these are found by looking. */
const GO_TO_LEAST = 100;

type Props = {
  fleet: Fleet;
  view: FleetView;
  sort: DevicesState['sort'];
  connectivity: Connectivity;
  inView: RowsInViewStore;
  grid: RefObject<DataGridHandle | null>;
  stale: boolean;
};

/** The order of the rows and the way to one by its number; what is not known yet; at the right, bytes and time. */
export function DevicesStatus({ fleet, view, sort, connectivity, inView, grid, stale }: Props) {
  const { online, asking, error } = connectivity;
  const narrowest = useMedia(NARROWEST);
  const fields = listedFields(fleet.columns.map(({ name }) => name));
  // what a link asked for and no device has is left out, and said beside the list
  const known = sort.filter(({ field }) => fields.includes(field));
  return (
    <StatusLine
      aside={
        <span className={classes['cost']}>
          {[costOf('list', fleet), online && costOf('online', online)].filter(Boolean).join(' · ')}
        </span>
      }
    >
      <span>
        <RowsShown inView={inView} count={view.rows.count} />
        {` · ${view.unsorted ? 'sorting…' : orderInWords(known)}`}
      </span>
      {narrowest && fleet.fetchedAt > 0 && (
        <span className={classes['asOf']} data-stale={stale || undefined}>
          <AsOf time={fleet.fetchedAt} stale={stale} />
        </span>
      )}
      {view.rows.count >= GO_TO_LEAST && <GoToRow grid={grid} />}
      {asking && <span>asking which are online…</span>}
      {error && <span>Connectivity is not known: {error.message}</span>}
    </StatusLine>
  );
}

/** What stands there while the list is awaited. */
export function AwaitedStatus({ onCancel }: { onCancel: () => void }) {
  return (
    <StatusLine>
      <span role="status" aria-label="Loading the devices">
        asking the service…
      </span>
      <Button size="row" onClick={onCancel}>
        Cancel
      </Button>
    </StatusLine>
  );
}

function RowsShown({ inView, count }: { inView: RowsInViewStore; count: number }) {
  const { start, end } = useSyncExternalStore(inView.subscribe, inView.get);
  const last = Math.min(end, count);
  if (count <= 1 || start >= last) return counted(count, 'row');
  return `rows ${formatCount(start + 1)}–${formatCount(last)} of ${formatCount(count)}`;
}

function GoToRow({ grid }: { grid: RefObject<DataGridHandle | null> }) {
  const [text, setText] = useState('');
  const go = ({ key }: KeyboardEvent) => {
    const row = Number(text.replaceAll(',', ''));
    if (key === 'Enter' && row >= 1) grid.current?.goTo(Math.floor(row) - 1);
  };
  return (
    <input
      className={classes['goTo']}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label="Go to row"
      placeholder="go to row"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={go}
    />
  );
}

function costOf(what: string, { state, progress, latency }: Fleet): string | undefined {
  if (state === 'reading') return undefined;
  return `${what} ${formatBytes(progress.bytes)} in ${formatCount(Math.round(latency))} ms`;
}

function orderInWords(sort: DevicesState['sort']): string {
  if (sort.length === 0) return 'in the service’s order';
  const words = sort.map(({ field, descending }) => {
    if (kindOf(field) === 'time') return `${descending ? 'newest' : 'oldest'} ${field} first`;
    return `by ${field}${descending ? ', last first' : ''}`;
  });
  return words.join(', then ');
}
