import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { TIME_MODES } from '#lib/time.ts';
import { datastorePath } from '#paths/datastore.ts';
import { devicePath } from '#paths/device.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
import { signOut } from '#session/session.ts';
import classes from './CommandPalette.module.css';
import { PLACES } from './places.ts';
import { TIME_MODE_LABELS } from './TimeControl.tsx';
import { useChooseTimeMode } from './timeInUrl.ts';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '#ui/combobox.css';
import '#ui/inputs.css';

/** Everything that has a name, by its name: pages, collections, a device by its ID, settings, sign-out. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const chooseTimeMode = useChooseTimeMode();
  const { setColorScheme } = useMantineColorScheme();
  const { data: host } = useQuery(hostConfigQuery);
  // whoever waited for the palette wants it open; opened any earlier it would not know where the focus was
  useEffect(() => spotlight.open(), []);
  const go = (path: string) => () => void navigate(path);
  const collection = (name: string) =>
    go(datastorePath({ collection: name, documentID: '', pipeline: [], page: 1, view: 'table' }));

  const actions: SpotlightActionData[] = [
    ...PLACES.map(({ address, title, Icon }) => ({
      id: address,
      label: title,
      group: 'Pages',
      leftSection: <Icon size={18} stroke={1.75} aria-hidden />,
      onClick: go(address),
    })),
    ...(host?.collections ?? []).map((name) => ({
      id: `collection ${name}`,
      label: `Collection ${name}`,
      group: 'Datastore',
      onClick: collection(name),
    })),
    ...TIME_MODES.map((mode) => ({
      id: `time ${mode}`,
      label: `Times: ${TIME_MODE_LABELS[mode]}`,
      group: 'Settings',
      onClick: () => chooseTimeMode(mode),
    })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      label: `Theme: ${scheme === 'auto' ? 'system' : scheme}`,
      group: 'Settings',
      onClick: () => setColorScheme(scheme),
    })),
    { id: 'lock', label: 'Lock', group: 'Session', onClick: () => signOut('Locked.') },
    { id: 'sign-out', label: 'Sign out', group: 'Session', onClick: () => signOut() },
  ];
  const typed = query.trim();
  const found = matching(actions, typed);
  if (typed) {
    found.push(
      {
        id: 'search',
        label: `Search devices for ${typed}`,
        group: 'By name',
        onClick: go(devicesPath({ ...ALL_DEVICES, search: typed })),
      },
      { id: 'device', label: `Open device ${typed}`, group: 'By name', onClick: go(devicePath(typed)) },
      { id: 'collection', label: `Open collection ${typed}`, group: 'By name', onClick: collection(typed) },
    );
  }

  return (
    <Spotlight
      shortcut="mod + K"
      tagsToIgnore={[]}
      actions={grouped(found)}
      filter={(_query, all) => all}
      query={query}
      onQueryChange={setQuery}
      searchProps={{
        placeholder: 'Page, device, collection, setting',
        'aria-label': 'Command',
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
      }}
      nothingFound="Nothing has this name"
      scrollable
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes['content'] }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Found' } }}
      // the frame scrolls by itself, and the lock would write a style element
      lockScroll={false}
    />
  );
}

function matching(actions: readonly SpotlightActionData[], typed: string): SpotlightActionData[] {
  const words = typed.toLowerCase().split(/\s+/);
  return actions.filter(({ label = '' }) => words.every((word) => label.toLowerCase().includes(word)));
}

function grouped(actions: readonly SpotlightActionData[]) {
  return Object.entries(Object.groupBy(actions, ({ group = '' }) => group)).map(([group, members = []]) => ({
    group,
    actions: members,
  }));
}
