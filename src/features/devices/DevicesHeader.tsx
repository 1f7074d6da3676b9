import { IconBookmark, IconBookmarkFilled, IconChevronDown } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { snippets } from '#api/snippets.ts';
import { compactRows, tableOnPhone } from '#features/devices/columns/gridSettings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { devicesInWords } from '#fleet/shown/arrival.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { devicesPath } from '#paths/devices.ts';
import { savedViews } from '#paths/savedViews.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useNarrow, usePhone, useWide } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { CountWords } from '#ui/values/CountWords.tsx';
import classes from './DevicesPage.module.css';
import { useDeviceList, useDevices, useDevicesSearch, useSelection } from './DevicesPlace.tsx';

const NONE: readonly MenuRow[] = [];

export function DevicesHeader() {
  const { query, fleet, stale, refreshing } = useDeviceList();
  const { isFetching, refetch } = query;
  return (
    <PageHeader
      title="Devices"
      view={<SavedViews />}
      count={fleet && <DevicesCount fleet={fleet} />}
      aside={
        <Aside
          asOf={fleet?.fetchedAt || undefined}
          stale={stale}
          refreshing={refreshing}
          fetching={isFetching}
          refetch={refetch}
        />
      }
    />
  );
}

/** Number of devices and of those shown; while the list loads, the number received and a Cancel button. */
function DevicesCount({ fleet }: { fleet: Fleet }) {
  const { view, filtering } = useDeviceList();
  const reading = fleet.state === 'reading';
  const provisional = reading || filtering;
  const words = provisional ? devicesInWords(fleet) : found(view.rows.count, fleet, view.settled);
  useAnnouncement(provisional || !view.settled ? undefined : words, 'devices');
  return (
    <>
      <span data-devices>
        <CountWords words={words} />
      </span>
      {reading && (
        <Button className={classes['cancel']} size="row" onClick={fleet.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

function found(shown: number, fleet: Fleet, settled: boolean): string {
  const devices = devicesInWords(fleet);
  if (shown === fleet.count) return devices;
  return `${formatCount(shown)}${settled ? '' : '+'} of ${devices}`;
}

type AsideProps = {
  asOf: number | undefined;
  stale: boolean;
  refreshing: boolean;
  /** True while the list itself is being fetched; false while only joined data is. */
  fetching: boolean;
  refetch: () => unknown;
};

/** Memoized separately, because the count beside it changes with every key typed in the search. */
const Aside = memo(function Aside({ asOf, stale, refreshing, fetching, refetch }: AsideProps) {
  const { connection, request, cancel, setReconciling, setLookingBack, state } = useDevices();
  const selected = useSelectionLink();
  const narrow = useNarrowMenu();
  return (
    <>
      <Freshness
        asOf={asOf}
        below
        stale={stale}
        refresh={{ running: refreshing, run: () => void refetch(), cancel: fetching ? cancel : undefined }}
      />
      <PageMenu
        label="More of this list"
        requests={snippets(connection, 'devices', request)}
        link={async () => (await import('./tools.ts')).createShareLink(state, shownFleetOf(connection.id).snapshot)}
        further={[
          ...narrow,
          ...selected,
          { label: 'Reconcile an inventory', run: () => setReconciling(true) },
          { label: 'What changed', run: () => setLookingBack(true) },
          'line',
        ]}
      />
    </>
  );
});

function useSelectionLink(): readonly MenuRow[] {
  const { request, state } = useDevices();
  const { view } = useDeviceList();
  const selection = useSelection();
  const { count } = selection;
  if (count === 0) return NONE;
  const copy = async () => {
    const { copySelectionLink } = await import('./tools.ts');
    copySelectionLink({ ...state, request }, view, selection);
  };
  const these = count === 1 ? 'this one' : `these ${formatCount(count)}`;
  return [{ label: `Copy link to ${these}`, run: () => void copy() }];
}

/** Menu entries for tools that do not fit into a narrow tool bar, and for column headers, which rows of two lines lack. */
function useNarrowMenu(): readonly MenuRow[] {
  const { setSheet, selectAll } = useDevices();
  const [narrow, phone, wide] = [useNarrow(), usePhone(), useWide()];
  const [table, setTable] = useSetting(tableOnPhone);
  const [compact, setCompact] = useSetting(compactRows);
  return useMemo(() => {
    if (wide) return NONE;
    const columns = { label: 'Columns', run: () => setSheet('columns') };
    if (!phone)
      return [
        ...(narrow ? [columns] : []),
        { label: 'Compact rows', chosen: compact, toggles: true, run: () => setCompact(!compact) },
        'line',
      ];
    return [
      { label: 'Sort', run: () => setSheet('sort') },
      columns,
      { label: 'Export', run: () => setSheet('export') },
      { label: 'Select all rows', run: selectAll },
      { heading: 'Rows' },
      { label: 'Two lines', chosen: !table, run: () => setTable(false) },
      { label: 'Table, scrolled sideways', chosen: table, run: () => setTable(true) },
      'line',
    ];
  }, [narrow, phone, wide, table, setTable, compact, setCompact, setSheet, selectAll]);
}

const ViewList = loaded(async () => (await import('./tools.ts')).ViewList);

/** Maximum length of a view's name, in characters; leaves room for the count. */
const NAME_MAX = 40;

const SavedViews = memo(function SavedViews() {
  const { savedId, state } = useDevices();
  const { search } = useDevicesSearch();
  const [{ views }] = useSetting(savedViews(savedId));
  const link = devicesPath({ ...state, search, preview: '' });
  const current = views.find((view) => view.link === link);
  return (
    <Popover
      label="Saved views"
      place={{ width: 360 }}
      opener={(control) => (
        <Button
          {...control}
          className={classes['views']}
          look="plain"
          aria-label={current ? `${toPlainText(current.name)}, saved view` : 'Views'}
          end={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          {current ? (
            <IconBookmarkFilled className={classes['viewMark']} size={16} aria-hidden />
          ) : (
            <IconBookmark size={16} stroke={1.5} aria-hidden />
          )}
          <span className={classes['viewName']} data-spoken="phone" title={current?.name}>
            {truncateMiddle(current?.name ?? 'Views', NAME_MAX)}
          </span>
        </Button>
      )}
    >
      {(close) => <ViewList link={link} onOpened={close} />}
    </Popover>
  );
});
