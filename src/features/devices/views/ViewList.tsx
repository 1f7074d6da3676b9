import { IconArrowDown, IconArrowUp, IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { devicesQuery } from '#api/list/devices.ts';
import { keptColumns } from '#features/devices/columns/gridSettings.ts';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { countMatching } from '#fleet/questions/countMatching.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { announce } from '#lib/tasks/announce.ts';
import { ALL_DEVICES, devicesPath, parseDevicesUrl } from '#paths/devices.ts';
import {
  moved,
  readViewsFile,
  renamed,
  type SavedView,
  savedViews,
  type ViewShelf,
  viewsFile,
  withView,
} from '#paths/savedViews.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { FileActions } from '#ui/inputs/FileActions.tsx';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './ViewList.module.css';

const ALL = devicesPath(ALL_DEVICES);

/** Saved views: open, reorder, rename, set as default, delete, export and import. `link` is the current view. */
export function ViewList({ link, onOpened }: { link: string; onOpened: () => void }) {
  const navigate = useNavigate();
  const { savedId, setOnlySelected } = useDevices();
  const [shelf, setShelf] = useShelf();
  const [removed, setRemoved] = useState<{ name: string; before: ViewShelf }>();
  const counts = useViewCounts(link, [ALL, ...shelf.views.map((view) => view.link)]);
  const open = (to: string) => {
    onOpened();
    setOnlySelected(false);
    void navigate(to);
  };
  const openView = (to: string) => {
    const { columns, pins } = stateOf(to);
    // the view was saved with the default columns, which its link omits
    if (!columns && !pins) keptColumns(savedId).set({ columns, pins });
    open(to);
  };
  const remove = ({ name }: SavedView) => {
    setRemoved({ name, before: shelf });
    setShelf({ ...shelf, views: shelf.views.filter((one) => one.name !== name) });
  };
  return (
    <div className={shared['panel']}>
      <ul className={`${classes['list']} ${shared['capped']}`} aria-label="Saved views">
        <li>
          <Button className={classes['name']} look="link" onClick={() => open(ALL)}>
            All devices
          </Button>
          <Count of={counts.get(ALL)} />
        </li>
        {shelf.views.map((view, at) => (
          <ViewRow
            key={view.name}
            at={at}
            current={view.link === link}
            count={counts.get(view.link)}
            onOpen={() => openView(view.link)}
            onRemove={() => remove(view)}
          />
        ))}
      </ul>
      {removed && (
        <UndoNotice
          onUndo={() => {
            setShelf(removed.before);
            setRemoved(undefined);
          }}
        >
          {`“${toPlainText(removed.name)}” deleted`}
        </UndoNotice>
      )}
      <NameForm
        data-autofocus
        label="Name of this view"
        placeholder="Save this view as"
        action="Save"
        onGive={(name) => {
          setShelf(withView(shelf, { name, link }));
          announce(`“${toPlainText(name)}” is saved`, 'views');
        }}
      />
      <ViewsFile />
    </div>
  );
}

type RowProps = {
  at: number;
  current: boolean;
  count: ViewCount | undefined;
  onOpen: () => void;
  onRemove: () => void;
};

function ViewRow({ at, current, count, onOpen, onRemove }: RowProps) {
  const [shelf, setShelf] = useShelf();
  const [renaming, setRenaming] = useState(false);
  const { name = '' } = shelf.views[at] ?? {};
  const said = toPlainText(name);
  const isFirst = shelf.first === name;
  const move = (by: -1 | 1) => setShelf(moved(shelf, name, by));
  if (renaming) {
    return (
      <li>
        <NameForm
          label={`New name of ${said}`}
          action="Keep"
          start={name}
          autoFocus
          onGive={(next) => {
            setShelf(renamed(shelf, name, next));
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li aria-current={current || undefined}>
      <Button className={classes['name']} look="link" onClick={onOpen}>
        <span className={classes['words']} title={name}>
          <PlainText text={name} />
        </span>
      </Button>
      <Count of={count} />
      <IconButton
        size="row"
        label={`Begin with ${said}`}
        aria-pressed={isFirst}
        onClick={() => setShelf({ ...shelf, first: isFirst ? undefined : name })}
      >
        {isFirst ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
      </IconButton>
      <IconButton size="row" label={`Move ${said} up`} disabled={at === 0} onClick={() => move(-1)}>
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        size="row"
        label={`Move ${said} down`}
        disabled={at === shelf.views.length - 1}
        onClick={() => move(1)}
      >
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Rename ${said}`} onClick={() => setRenaming(true)}>
        <IconPencil size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Delete ${said}`} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

function Count({ of }: { of: ViewCount | undefined }) {
  if (of === undefined) return null;
  const known = of !== 'elsewhere';
  return (
    <span
      className={classes['count']}
      title={known ? 'devices' : 'Its devices are not in memory: opening it asks the service for them'}
    >
      {known ? formatCount(of) : 'asks anew'}
    </span>
  );
}

function useShelf() {
  return useSetting(savedViews(useDevices().savedId));
}

function ViewsFile() {
  const [shelf, setShelf] = useShelf();
  const [said, setSaid] = useState('');
  useAnnouncement(said, 'views');
  const read = (text: string) => {
    const content = readViewsFile(text);
    if ('complaint' in content) return setSaid(content.complaint);
    const { views, first, lost } = content;
    setShelf({ ...views.reduce(withView, shelf), first: shelf.first ?? first });
    const came = pluralize(views.length, 'view came', 'views came');
    setSaid(`${came}${lost > 0 ? `, ${formatCount(lost)} could not be read` : ''}.`);
  };
  return (
    <>
      <FileActions
        name="views.json"
        content={shelf.views.length > 0 ? () => viewsFile(shelf) : undefined}
        onRead={read}
      />
      {said && <p>{said}</p>}
    </>
  );
}

/** Number of devices in a view; `elsewhere` if its list is not cached. */
type ViewCount = number | 'elsewhere';

const NOT_COUNTED: ReadonlyMap<string, ViewCount> = new Map();

/** Counts the devices of each link in the cached lists, in time slices; sends no requests. */
function useViewCounts(link: string, links: readonly string[]): ReadonlyMap<string, ViewCount> {
  const { view } = useDeviceList();
  const { connection } = useDevices();
  const client = useQueryClient();
  const wanted = JSON.stringify(links);
  const count = useCallback(
    function* () {
      const asked = JSON.stringify(stateOf(link).request);
      const found = new Map<string, ViewCount>();
      for (const one of JSON.parse(wanted) as string[]) {
        const { request, search, facets, ranges } = stateOf(one);
        const own = JSON.stringify(request) === asked;
        const other = own ? undefined : client.getQueryData(devicesQuery(connection, request).queryKey);
        const counted = own ? view : other?.state === 'complete' ? new FleetView(other).snapshot : undefined;
        const count = counted && (yield* countMatching(counted, { search, facets, ranges }));
        if (counted === undefined) found.set(one, 'elsewhere');
        else if (count !== undefined) found.set(one, count);
      }
      return found;
    },
    [view, link, wanted, client, connection],
  );
  return useSlices(count, { inBackground: true }) ?? NOT_COUNTED;
}

function stateOf(link: string) {
  const { searchParams, hash } = new URL(link, 'http://console');
  return parseDevicesUrl(searchParams, hash).state;
}
