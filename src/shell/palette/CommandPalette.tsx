import {
  IconBolt,
  IconBookmark,
  IconClock,
  IconColumns2,
  IconDatabase,
  IconDevices2,
  IconInfoCircle,
  IconList,
  IconLock,
  IconLogout,
  IconPlugConnected,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { type FoundDevices, useDevicesFound } from '#api/list/useDevicesFound.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { TIME_MODES } from '#lib/time/time.ts';
import { ABOUT, COMPARE, CONNECTIONS } from '#paths/addresses.ts';
import { COMPARED_MAX, comparePath } from '#paths/compare.ts';
import { datastorePath } from '#paths/datastore.ts';
import { devicePath } from '#paths/device.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
import { lastPlace } from '#paths/frame.ts';
import { connectionsPath } from '#paths/login.ts';
import { savedViews } from '#paths/savedViews.ts';
import { queryOf, savedQueries } from '#pipeline/draft/savedQueries.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { signOut, useConnection } from '#session/session.ts';
import { leaveSession } from '#session/workTray.ts';
import { PLACES } from '#shell/sidebar/places.ts';
import { TIME_MODE_LABELS, useChooseTimeMode } from '#shell/TimeControl.tsx';
import { useSetting } from '#ui/browser/useSetting.ts';
import { pageActions } from '#ui/controls/pageActions.ts';
import { Palette, type PaletteGroup, type PaletteRow } from '#ui/overlays/Palette.tsx';
import { useColorScheme } from '#ui/theme/colorScheme.ts';

const FURTHER_PLACES = [
  { address: CONNECTIONS, title: 'Connections', Icon: IconPlugConnected },
  { address: ABOUT, title: 'About', Icon: IconInfoCircle },
];

type Go = (path: string) => Pick<PaletteRow, 'path' | 'run'>;

export function CommandPalette({ typed: early, onClose }: { typed: string; onClose: () => void }) {
  const [text, setText] = useState(early);
  const navigate = useNavigate();
  const typed = text.trim();
  const devices = useDevicesFound(useConnection().id, typed);
  const go: Go = (path) => ({ path, run: () => void navigate(path) });
  const actions = useActions(go);
  const groups = [deviceGroup(devices, typed, go), ...matching(actions, typed), ...(typed ? [byName(typed, go)] : [])];
  return (
    <Palette
      words={{
        label: 'Commands',
        placeholder: 'Page, device, action, collection, setting',
        note: 'searched here, nothing sent',
      }}
      text={text}
      onType={setText}
      groups={groups.filter(({ rows }) => rows.length > 0)}
      onClose={onClose}
    />
  );
}

function useActions(go: Go): readonly PaletteGroup[] {
  const chooseTimeMode = useChooseTimeMode();
  const [, setColorScheme] = useColorScheme();
  const { data: host } = useQuery(hostConfigQuery);
  const { comparisons, views } = useDevicePlaces();
  const queries = useSavedQueries();
  const { pathname, search, hash } = useLocation();
  // actions of the page that the palette was opened on
  const [acts] = useState(pageActions);
  return [
    {
      title: 'Pages',
      rows: [
        ...[...PLACES, ...FURTHER_PLACES].map(({ address, title, Icon }) =>
          row(title, Icon, go(address === CONNECTIONS ? connectionsPath(pathname + search + hash) : address)),
        ),
        ...comparisons.map(({ label, path }) => row(label, IconColumns2, go(path))),
      ],
    },
    { title: 'This page', rows: acts.map(({ label, run }) => row(label, IconBolt, { run })) },
    { title: 'Saved views', rows: views.map(({ name, link }) => row(`View: ${name}`, IconBookmark, go(link))) },
    {
      title: 'Saved queries',
      rows: queries.map(({ name, link }) => row(`Query: ${name}`, IconBookmark, go(link))),
    },
    {
      title: 'Collections',
      rows: (host?.collections ?? []).map((name) => row(`Collection ${name}`, IconDatabase, go(collectionPath(name)))),
    },
    {
      title: 'Settings',
      rows: [
        ...TIME_MODES.map((mode) => {
          const [label, aside] = TIME_MODE_LABELS[mode].split(', ');
          return { ...row(`Times: ${label}`, IconClock, { run: () => chooseTimeMode(mode) }), aside };
        }),
        ...(['light', 'dark', 'auto'] as const).map((scheme) =>
          row(`Theme: ${scheme === 'auto' ? 'system' : scheme}`, IconSun, { run: () => setColorScheme(scheme) }),
        ),
      ],
    },
    {
      title: 'Session',
      rows: [
        row('Lock', IconLock, { run: () => leaveSession(() => signOut('Locked.')) }),
        row('Sign out', IconLogout, { run: () => leaveSession(signOut) }),
      ],
    },
  ];
}

/** The label is the key, so it must be unique: items with free names begin with their type. */
function row(label: string, Icon: typeof IconList, does: ReturnType<Go>): PaletteRow {
  return { key: label, label, icon: <Icon size={16} stroke={1.5} aria-hidden />, ...does };
}

function deviceGroup({ devices, count }: FoundDevices, typed: string, go: Go): PaletteGroup {
  const rows: PaletteRow[] = devices.map(({ id, name, admin }) => ({
    ...row(name || id, IconDevices2, go(devicePath(id))),
    key: `device ${id}`,
    detail: id,
    aside: admin || 'no admin',
  }));
  if (count > devices.length && devices.length > 0) {
    const all = go(devicesPath({ ...ALL_DEVICES, search: typed }));
    rows.push(row(`All ${formatCount(count)} in the list`, IconList, all));
  }
  return { title: 'Devices', note: `by name and ID, ${devices.length} of ${formatCount(count)}`, rows };
}

function byName(typed: string, go: Go): PaletteGroup {
  return {
    title: 'By name',
    rows: [
      row(`Search devices for ${typed}`, IconList, go(devicesPath({ ...ALL_DEVICES, search: typed }))),
      row(`Open device ${typed}`, IconDevices2, go(devicePath(typed))),
      row(`Open collection ${typed}`, IconDatabase, go(collectionPath(typed))),
    ],
  };
}

function collectionPath(collection: string): string {
  return datastorePath({ collection, documentID: '', pipeline: [], page: 1, view: 'table' });
}

function matching(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = foldText(typed).split(/\s+/);
  return groups.map((group) => ({
    ...group,
    rows: group.rows.filter(({ label }) => words.every((word) => foldText(label).includes(word))),
  }));
}

function useDevicePlaces() {
  const { id } = useConnection();
  const { id: savedId } = useConnectionInUse();
  const [{ views }] = useSetting(savedViews(savedId));
  const selected = selectedFew(shownFleetOf(id).selection);
  const path = comparePath({ deviceIDs: selected, different: false });
  const last = lastPlace(COMPARE);
  const comparisons = [
    ...(selected.length >= 2 ? [{ label: `Compare the ${formatCount(selected.length)} selected devices`, path }] : []),
    ...(last === COMPARE ? [] : [{ label: 'Compare the devices compared last', path: last }]),
  ];
  return { comparisons, views };
}

function useSavedQueries() {
  const { id: savedId } = useConnectionInUse();
  const [saved] = useSetting(savedQueries(savedId));
  return saved.flatMap((kept) => {
    const query = queryOf(kept);
    return query ? { name: kept.name, link: datastorePath({ ...query, page: 1, view: 'table' }) } : [];
  });
}

function selectedFew(selection: Selection): readonly string[] {
  const { fleet, count } = selection;
  if (count > COMPARED_MAX) return [];
  const column = fleet.columnOf('deviceID');
  const ids = [...selection.snapshot().rows()].map((row) => fleet.value(row, column));
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[]; // filtered above
}
