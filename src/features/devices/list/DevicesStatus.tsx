import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { sortFields } from '#features/devices/columns/columnChoice.ts';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import { formatBytes, formatCount, pluralize } from '#lib/formatNumber.ts';
import type { DevicesState } from '#paths/devices.ts';
import { useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { StatusLine } from '#ui/page/Bars.tsx';
import { AsOf } from '#ui/states/Freshness.tsx';
import { UnknownValue } from '#ui/states/UnknownValue.tsx';
import classes from './DevicesStatus.module.css';

/** Same width as in Freshness.module.css: the header has no room for the time. */
const NARROWEST = '(max-width: 380px)';
const GO_TO_LEAST = 100;

export function DevicesStatus() {
  const { fleet, awaited } = useDeviceList();
  if (fleet) return <ListStatus fleet={fleet} />;
  return awaited && <AwaitedStatus />;
}

/** Status bar of the list: row order, "go to row", pending joins, and the cost of the request. */
function ListStatus({ fleet }: { fleet: Fleet }) {
  const { sort, fields } = useDevices();
  const { view, connectivity, stale, lacking, ordering } = useDeviceList();
  const { online, asking, error, retry } = connectivity;
  const narrowest = useMedia(NARROWEST);
  // excludes unknown fields, which a notice lists, and fields without data yet
  const sortable = sortFields(fields.all, view);
  const known = sort.filter(({ field }) => sortable.includes(field) && !lacking.includes(field));
  const pasted = view.joinedAs(INVENTORY) !== undefined;
  return (
    <StatusLine
      aside={
        <span className={classes['cost']}>
          {[costOf('list', fleet), online && costOf('online', online)].filter(Boolean).join(' · ')}
        </span>
      }
    >
      <span>
        <RowsShown count={view.rows.count} />
        {` · ${view.unsorted || ordering ? 'sorting…' : orderInWords(known, pasted)}`}
      </span>
      {narrowest && fleet.fetchedAt > 0 && (
        <span className={classes['asOf']} data-stale={stale || undefined}>
          <AsOf time={fleet.fetchedAt} stale={stale} />
        </span>
      )}
      {view.rows.count >= GO_TO_LEAST && <GoToRow />}
      {asking && !error && <span>asking which are online…</span>}
      {error && <UnknownValue subject="Connectivity" error={error} busy={asking} onRetry={retry} />}
    </StatusLine>
  );
}

function AwaitedStatus() {
  const { cancel } = useDevices();
  useLoadingAnnouncement('Loading the devices');
  return (
    <StatusLine>
      <span>asking the service…</span>
      <Button size="row" onClick={cancel}>
        Cancel
      </Button>
    </StatusLine>
  );
}

function RowsShown({ count }: { count: number }) {
  const { inView } = useDevices();
  const { start, end } = useSyncExternalStore(inView.subscribe, inView.get);
  const last = Math.min(end, count);
  if (count <= 1 || start >= last) return pluralize(count, 'row');
  return `rows ${formatCount(start + 1)}–${formatCount(last)} of ${formatCount(count)}`;
}

function GoToRow() {
  const { grid } = useDevices();
  const [text, setText] = useState('');
  const go = (event: KeyboardEvent) => {
    const row = Number(text.replaceAll(',', ''));
    if (event.key !== 'Enter' || !(row >= 1)) return;
    // otherwise some browsers activate the row's link, which has the focus by then
    event.preventDefault();
    grid.current?.goTo(Math.floor(row) - 1);
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

/** `pasted`: a pasted list can define the order. */
function orderInWords(sort: DevicesState['sort'], pasted: boolean): string {
  if (sort.length === 0) return 'in the service’s order';
  const words = sort.map(({ field, descending }) => {
    if (pasted && field === INVENTORY) return `in the order of your list${descending ? ', last first' : ''}`;
    if (kindOf(field) === 'time') return `${descending ? 'newest' : 'oldest'} ${field} first`;
    return `by ${field}${descending ? ', last first' : ''}`;
  });
  return words.join(', then ');
}
