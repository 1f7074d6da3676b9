import { IconBookmark, IconBookmarkFilled, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { MAX_IN_VALUES } from '#contract/extensions.ts';
import { compactRowsSetting, tableOnPhoneSetting } from '#features/devices/columns/gridSettings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { formatDeviceCount } from '#fleet/shown/loadState.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useIsNarrowScreen, useIsPhone, useIsWideScreen } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { RefreshControls } from '#ui/states/RefreshControls.tsx';
import { FormattedCount } from '#ui/values/FormattedCount.tsx';
import { buildDevicesUrl } from '#urls/devices.ts';
import { findViewOfLink, getSavedViewsSetting } from '#urls/savedViews.ts';
import classes from './DevicesPage.module.css';
import { useDeviceList, useDeviceSelection, useDevicesPage, useDevicesSearch } from './DevicesProvider.tsx';

const NO_MENU_ROWS: readonly MenuRow[] = [];

export function DevicesHeader() {
  const { query, fleet, stale, refreshing } = useDeviceList();
  const { isFetching, refetch } = query;
  return (
    <PageHeader
      title="Devices"
      view={<SavedViewsPopover />}
      count={fleet && <DevicesCount fleet={fleet} />}
      aside={
        <DevicesHeaderActions
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

function DevicesCount({ fleet }: { fleet: Fleet }) {
  const { view, filtering, blocking } = useDeviceList();
  const reading = fleet.state === 'reading';
  const provisional = reading || filtering || blocking.length > 0;
  const text = provisional ? formatDeviceCount(fleet) : describeShownCount(view.rows.count, fleet, view.settled);
  useAnnouncement(provisional || !view.settled ? undefined : text, 'devices');
  return (
    <>
      <span data-devices>
        <FormattedCount text={text} />
      </span>
      {reading && (
        <Button className={classes['cancel']} size="row" onClick={fleet.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

function describeShownCount(shown: number, fleet: Fleet, settled: boolean): string {
  const devices = formatDeviceCount(fleet);
  if (shown === fleet.count) return devices;
  return `${formatCount(shown)}${settled ? '' : '+'} of ${devices}`;
}

const DevicesHeaderActions = memo(function Aside({
  asOf,
  stale,
  refreshing,
  fetching,
  refetch,
}: {
  asOf: number | undefined;
  stale: boolean;
  refreshing: boolean;
  fetching: boolean;
  refetch: () => unknown;
}) {
  const { connection, request, cancel, setReconciling, setLookingBack, state } = useDevicesPage();
  const { search } = useDevicesSearch();
  const fleetStore = useFleetStore(connection.id);
  const selected = useCopySelectionLinkMenu();
  const documents = useDocumentsMenu();
  const narrow = useNarrowMenu();
  return (
    <>
      <RefreshControls
        updatedAt={asOf}
        hideOnPhone
        stale={stale}
        refresh={{ running: refreshing, run: () => void refetch(), cancel: fetching ? cancel : undefined }}
      />
      <PageMenu
        label="More list actions"
        requests={createRequestSnippets(connection, 'devices', request)}
        pin={{ link: buildDevicesUrl({ ...state, search, preview: '' }) }}
        createLink={async () => (await import('./lazyPanels.ts')).createDevicesShareLink(state, fleetStore.snapshot)}
        extraItems={[
          ...narrow,
          ...selected,
          ...documents,
          { label: 'Reconcile an inventory', run: () => setReconciling(true) },
          { label: 'What changed', run: () => setLookingBack(true) },
          'line',
        ]}
      />
    </>
  );
});

function useCopySelectionLinkMenu(): readonly MenuRow[] {
  const { request, state } = useDevicesPage();
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  const { count } = selection;
  if (count === 0) return NO_MENU_ROWS;
  const copy = async () => {
    const { copySelectionLink } = await import('./lazyPanels.ts');
    copySelectionLink({ ...state, request }, view, selection);
  };
  const these = count === 1 ? 'this one' : `these ${formatCount(count)}`;
  return [{ label: `Copy link to ${these}`, run: () => void copy() }];
}

function useDocumentsMenu(): readonly MenuRow[] {
  const service = useCurrentConnection();
  const queryClient = useQueryClient();
  const { connection, state } = useDevicesPage();
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  const navigate = useNavigate();
  const count = selection.count || view.rows.count;
  if (count === 0) return NO_MENU_ROWS;
  const limit = service.extensions.includes('operators') ? MAX_IN_VALUES : 1;
  if (count > limit)
    return [
      {
        sentence: `Documents can be shown for up to ${formatCountWithNoun(limit, 'device')}. Select fewer, or filter the list.`,
      },
    ];
  const open = async () => {
    const { openDocuments } = await import('./lazyPanels.ts');
    const options = { connection, service, source: state.source, queryClient };
    void openDocuments({ view, selection }, options, (url) => void navigate(url));
  };
  return [
    {
      label: count === 1 ? 'Show documents of this device' : `Show documents of these ${formatCount(count)} devices`,
      run: () => void open(),
    },
  ];
}

function useNarrowMenu(): readonly MenuRow[] {
  const { setSheet, selectAll } = useDevicesPage();
  const [narrow, phone, wide] = [useIsNarrowScreen(), useIsPhone(), useIsWideScreen()];
  const [table, setTable] = useSetting(tableOnPhoneSetting);
  const [compact, setCompact] = useSetting(compactRowsSetting);
  return useMemo(() => {
    if (wide) return NO_MENU_ROWS;
    const columns = { label: 'Columns', run: () => setSheet('columns') };
    if (!phone)
      return [
        ...(narrow ? [columns] : []),
        { label: 'Compact rows', checked: compact, isCheckbox: true, run: () => setCompact(!compact) },
        'line',
      ];
    return [
      { label: 'Sort', run: () => setSheet('sort') },
      columns,
      { label: 'Export', run: () => setSheet('export') },
      { label: 'Select all rows', run: selectAll },
      { heading: 'Rows' },
      { label: 'Two lines', checked: !table, run: () => setTable(false) },
      { label: 'Scrolling table', checked: table, run: () => setTable(true) },
      'line',
    ];
  }, [narrow, phone, wide, table, setTable, compact, setCompact, setSheet, selectAll]);
}

const ViewList = lazyComponent(async () => (await import('./lazyPanels.ts')).SavedViewList);

const NAME_LENGTH_MAX = 40;

const SavedViewsPopover = memo(function SavedViews() {
  const { savedConnectionId, state } = useDevicesPage();
  const { search } = useDevicesSearch();
  const [{ views }] = useSetting(getSavedViewsSetting(savedConnectionId));
  const link = buildDevicesUrl({ ...state, search, preview: '' });
  const current = findViewOfLink(views, link, state.source);
  return (
    <Popover
      label="Saved views"
      placement={{ width: 360 }}
      renderTrigger={(control) => (
        <Button
          {...control}
          className={classes['views']}
          variant="plain"
          aria-label={current ? `${toVisibleText(current.name)}, saved view` : 'Views'}
          end={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          {current ? (
            <IconBookmarkFilled className={classes['viewMark']} size={16} aria-hidden />
          ) : (
            <IconBookmark size={16} stroke={1.5} aria-hidden />
          )}
          <span className={classes['viewName']} data-spoken="phone" title={current?.name}>
            {truncateMiddle(current?.name ?? 'Views', NAME_LENGTH_MAX)}
          </span>
        </Button>
      )}
    >
      {(close) => <ViewList link={link} current={current} onOpenView={close} />}
    </Popover>
  );
});
