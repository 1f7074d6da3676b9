import {
  IconBolt,
  IconBookmark,
  IconClock,
  IconColumns2,
  IconDatabase,
  IconDevices2,
  IconInfoCircle,
  IconLayoutDashboard,
  IconList,
  IconLock,
  IconLogout,
  IconPlugConnected,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { type LoadedDeviceSearchResult, useLoadedDeviceSearch } from '#api/list/useLoadedDeviceSearch.ts';
import { getDashboardsSetting, listDashboards } from '#dashboard/storedDashboards.ts';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { TIME_MODES } from '#lib/time/time.ts';
import { getSavedQueriesSetting, parseStoredQuery } from '#pipeline/draft/savedQueries.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { useLastUrls } from '#session/lastUrls.ts';
import { useTaskTray } from '#session/taskTray.ts';
import { useConnection, useSessionStore } from '#session/useSession.ts';
import { NAVIGATION } from '#shell/sidebar/navigation.ts';
import { TIME_MODE_LABELS, useSetTimeMode } from '#shell/TimeModeSelect.tsx';
import { useSetting } from '#ui/browser/useSetting.ts';
import { createPageActionRegistry } from '#ui/controls/pageActionRegistry.ts';
import { Palette, type PaletteGroup, type PaletteRow } from '#ui/overlays/Palette.tsx';
import { useColorScheme } from '#ui/theme/colorScheme.ts';
import { buildCompareUrl, MAX_COMPARED_DEVICES } from '#urls/compare.ts';
import { buildDashboardsUrl } from '#urls/dashboards.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { buildConnectionsUrl } from '#urls/login.ts';
import { ABOUT_PATH, COMPARE_PATH, CONNECTIONS_PATH } from '#urls/routePaths.ts';
import { getSavedViewsSetting } from '#urls/savedViews.ts';

const SECONDARY_PAGES = [
  { address: CONNECTIONS_PATH, title: 'Connections', Icon: IconPlugConnected },
  { address: ABOUT_PATH, title: 'About', Icon: IconInfoCircle },
];

type CreateNavigation = (path: string) => Pick<PaletteRow, 'path' | 'run'>;

export function CommandPalette({ initialText: early, onClose }: { initialText: string; onClose: () => void }) {
  const [text, setText] = useState(early);
  const navigate = useNavigate();
  const typed = text.trim();
  const devices = useLoadedDeviceSearch(useConnection().id, typed);
  const go: CreateNavigation = (path) => ({ path, run: () => void navigate(path) });
  const actions = useCommandGroups(go);
  const groups = [
    createDeviceGroup(devices, typed, go),
    ...filterGroups(actions, typed),
    ...(typed ? [createNameGroup(typed, go)] : []),
  ];
  return (
    <Palette
      texts={{
        label: 'Commands',
        placeholder: 'Page, device, action, collection, setting',
        note: 'searched in this browser, nothing sent',
      }}
      text={text}
      onTextChange={setText}
      groups={groups.filter(({ rows }) => rows.length > 0)}
      onClose={onClose}
    />
  );
}

function useCommandGroups(go: CreateNavigation): readonly PaletteGroup[] {
  const session = useSessionStore();
  const taskTray = useTaskTray();
  const pageActions = useService(createPageActionRegistry);
  const chooseTimeMode = useSetTimeMode();
  const [, setColorScheme] = useColorScheme();
  const { data: host } = useQuery(hostConfigQueryOptions);
  const [stored] = useSetting(getDashboardsSetting(useCurrentConnection().id));
  const { comparisons, views } = useDeviceDestinations();
  const queries = useSavedQueries();
  const { pathname, search, hash } = useLocation();
  // actions of the page that the palette was opened on
  const [pageCommands] = useState(() => pageActions.list());
  return [
    {
      title: 'Pages',
      rows: [
        ...[...NAVIGATION, ...SECONDARY_PAGES].map(({ address, title, Icon }) =>
          createRow(
            title,
            Icon,
            go(address === CONNECTIONS_PATH ? buildConnectionsUrl(pathname + search + hash) : address),
          ),
        ),
        ...comparisons.map(({ label, path }) => createRow(label, IconColumns2, go(path))),
      ],
    },
    {
      title: 'Dashboards',
      rows: listDashboards(stored, host).map(({ id, name }) =>
        createRow(`Open dashboard ${name}`, IconLayoutDashboard, go(buildDashboardsUrl({ id }))),
      ),
    },
    {
      title: 'This page',
      rows: pageCommands.map(({ label, run }) => createRow(label, IconBolt, { run })),
    },
    {
      title: 'Saved views',
      rows: views.map(({ name, link }) => createRow(`View: ${name}`, IconBookmark, go(link))),
    },
    {
      title: 'Saved queries',
      rows: queries.map(({ name, link }) => createRow(`Query: ${name}`, IconBookmark, go(link))),
    },
    {
      title: 'Collections',
      rows: (host?.collections ?? []).map((name) =>
        createRow(`Collection ${name}`, IconDatabase, go(collectionPath(name))),
      ),
    },
    {
      title: 'Settings',
      rows: [
        ...TIME_MODES.map((mode) => {
          const [label, aside] = TIME_MODE_LABELS[mode].split(', ');
          return { ...createRow(`Time display: ${label}`, IconClock, { run: () => chooseTimeMode(mode) }), aside };
        }),
        ...(['light', 'dark', 'auto'] as const).map((scheme) =>
          createRow(`Theme: ${scheme === 'auto' ? 'system' : scheme}`, IconSun, { run: () => setColorScheme(scheme) }),
        ),
      ],
    },
    {
      title: 'Session',
      rows: [
        createRow('Lock', IconLock, { run: () => taskTray.requestLeave(() => session.signOut('Locked.')) }),
        createRow('Sign out', IconLogout, { run: () => taskTray.requestLeave(session.signOut) }),
      ],
    },
  ];
}

/**
 * Creates a row of the palette. The label is also the key, so it must be unique. Labels with user-defined names
 * therefore begin with the type of the item.
 */
function createRow(label: string, Icon: typeof IconList, action: ReturnType<CreateNavigation>): PaletteRow {
  return { key: label, label, icon: <Icon size={16} stroke={1.5} aria-hidden />, ...action };
}

function createDeviceGroup(
  { devices, count }: LoadedDeviceSearchResult,
  typed: string,
  go: CreateNavigation,
): PaletteGroup {
  const rows: PaletteRow[] = devices.map(({ id, name, admin }) => ({
    ...createRow(name || id, IconDevices2, go(buildDeviceUrl(id))),
    key: `device ${id}`,
    detail: id,
    aside: admin || 'no admin',
  }));
  if (count > devices.length && devices.length > 0) {
    const all = go(buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, search: typed }));
    rows.push(createRow(`Show all ${formatCount(count)} in the list`, IconList, all));
  }
  return {
    title: 'Devices',
    note: `by name and ID, ${devices.length} of ${formatCount(count)}`,
    rows,
  };
}

function createNameGroup(typed: string, go: CreateNavigation): PaletteGroup {
  return {
    title: 'By name',
    rows: [
      createRow(
        `Search devices for ${typed}`,
        IconList,
        go(buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, search: typed })),
      ),
      createRow(`Open device ${typed}`, IconDevices2, go(buildDeviceUrl(typed))),
      createRow(`Open collection ${typed}`, IconDatabase, go(collectionPath(typed))),
    ],
  };
}

function collectionPath(collection: string): string {
  return buildDatastoreUrl({ collection, documentID: '', pipeline: [], page: 1, view: 'table' });
}

function filterGroups(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = foldText(typed).split(/\s+/);
  return groups.map((group) => ({
    ...group,
    rows: group.rows.filter(({ label }) => words.every((word) => foldText(label).includes(word))),
  }));
}

function useDeviceDestinations() {
  const lastUrls = useLastUrls();
  const { id } = useConnection();
  const { id: savedConnectionId } = useCurrentConnection();
  const [{ views }] = useSetting(getSavedViewsSetting(savedConnectionId));
  const selected = getComparableSelection(useFleetStore(id).selection);
  const path = buildCompareUrl({ deviceIDs: selected, different: false });
  const last = lastUrls.get(COMPARE_PATH);
  const comparisons = [
    ...(selected.length >= 2 ? [{ label: `Compare the ${formatCount(selected.length)} selected devices`, path }] : []),
    ...(last === COMPARE_PATH ? [] : [{ label: 'Compare the last compared devices', path: last }]),
  ];
  return { comparisons, views };
}

function useSavedQueries() {
  const { id: savedConnectionId } = useCurrentConnection();
  const [saved] = useSetting(getSavedQueriesSetting(savedConnectionId));
  return saved.flatMap((kept) => {
    const query = parseStoredQuery(kept);
    return query ? { name: kept.name, link: buildDatastoreUrl({ ...query, page: 1, view: 'table' }) } : [];
  });
}

function getComparableSelection(selection: RowSelection): readonly string[] {
  const { fleet, count } = selection;
  if (count > MAX_COMPARED_DEVICES) return [];
  const column = fleet.findColumn('deviceID');
  const ids = [...selection.snapshot().values()].map((row) => fleet.getValue(row, column));
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[]; // filtered above
}
