import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import { getSortableFields } from '#features/devices/columns/deviceColumns.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { formatBytes, formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { StatusBar } from '#ui/page/Bars.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { LastUpdated } from '#ui/states/RefreshControls.tsx';
import { ValueLoadError } from '#ui/states/ValueLoadError.tsx';
import type { DevicesState } from '#urls/devices.ts';
import classes from './DevicesStatus.module.css';

const LastSeenStatus = lazyComponent(async () => (await import('#features/devices/lazyPanels.ts')).ListLastSeenStatus);

const NARROWEST_QUERY = '(max-width: 380px)';
const GO_TO_ROW_MIN = 100;

export function DevicesStatus() {
  const { fleet, awaited } = useDeviceList();
  if (fleet) return <ListStatus fleet={fleet} />;
  return awaited && <LoadingStatus />;
}

function ListStatus({ fleet }: { fleet: Fleet }) {
  const { sort, fields } = useDevicesPage();
  const { view, connectivity, lastSeen, stale, lacking, ordering } = useDeviceList();
  const { online, isFetching, error, retry } = connectivity;
  const narrowest = useMedia(NARROWEST_QUERY);
  // excludes unknown fields, which a notice lists, and fields without data yet
  const sortable = getSortableFields(fields.all, view);
  const known = sort.filter(({ field }) => sortable.includes(field) && !lacking.includes(field));
  const pasted = view.getJoined(PASTED_LIST_FIELD) !== undefined;
  return (
    <StatusBar
      aside={
        <span className={classes['end']}>
          {view.rows.count >= GO_TO_ROW_MIN && <GoToRow />}
          <span className={classes['cost']}>{describeCost('list', fleet)}</span>
          {isFetching && !error && <span className={classes['slot']}>loading connectivity…</span>}
          {!isFetching && online && <span className={classes['cost']}>{describeCost('online', online)}</span>}
        </span>
      }
    >
      <span>
        <VisibleRowRange count={view.rows.count} />
        {` · ${view.unsorted || ordering ? 'sorting…' : describeOrder(known, pasted)}`}
      </span>
      {narrowest && fleet.fetchedAt > 0 && (
        <span className={classes['asOf']} data-stale={stale || undefined}>
          <LastUpdated time={fleet.fetchedAt} stale={stale} />
        </span>
      )}
      {lastSeen.isWanted && <LastSeenStatus />}
      {error && <ValueLoadError subject="Connectivity" error={error} retrying={isFetching} onRetry={retry} />}
    </StatusBar>
  );
}

function LoadingStatus() {
  const { cancel } = useDevicesPage();
  useLoadingAnnouncement('Loading the devices');
  return (
    <StatusBar>
      <span>loading…</span>
      <Button size="row" onClick={cancel}>
        Cancel
      </Button>
    </StatusBar>
  );
}

function VisibleRowRange({ count }: { count: number }) {
  const { inView } = useDevicesPage();
  const { start, end } = useSyncExternalStore(inView.subscribe, inView.get);
  const last = Math.min(end, count);
  if (count <= 1 || start >= last) return formatCountWithNoun(count, 'row');
  return `rows ${formatCount(start + 1)}–${formatCount(last)} of ${formatCount(count)}`;
}

function GoToRow() {
  const { grid } = useDevicesPage();
  const [text, setText] = useState('');
  const go = (event: KeyboardEvent) => {
    const row = Number(text.replaceAll(',', ''));
    if (event.key !== 'Enter' || !(row >= 1)) return;
    // otherwise some browsers activate the row's link, which has the focus by then
    event.preventDefault();
    grid.current?.activateRow(Math.floor(row) - 1);
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

function describeCost(name: string, { state, progress, latency }: Fleet): string | undefined {
  if (state === 'reading') return undefined;
  return `${name} ${formatBytes(progress.bytes)} in ${formatCount(Math.round(latency))} ms`;
}

function describeOrder(sort: DevicesState['sort'], pasted: boolean): string {
  if (sort.length === 0) return 'in the service’s order';
  const words = sort.map(({ field, descending }) => {
    if (pasted && field === PASTED_LIST_FIELD) return `in the order of your list${descending ? ', last first' : ''}`;
    if (getFieldKind(field) === 'time') return `${descending ? 'newest' : 'oldest'} ${field} first`;
    return `by ${field}${descending ? ', last first' : ''}`;
  });
  return words.join(', then ');
}
