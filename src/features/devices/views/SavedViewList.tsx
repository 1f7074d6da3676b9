import { IconArrowDown, IconArrowUp, IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { getColumnChoiceSetting } from '#features/devices/columns/gridSettings.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { countMatchingRows } from '#fleet/queries/countMatchingRows.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { announce } from '#lib/tasks/announce.ts';
import { getDocumentSourceId } from '#pipeline/run/lastSeenSpec.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ImportExportButtons } from '#ui/inputs/FileButton.tsx';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import {
  addOrReplaceView,
  formatSavedViewsFile,
  getSavedViewsSetting,
  moveView,
  parseSavedViewsFile,
  parseViewLink,
  renameView,
  type SavedView,
} from '#urls/savedViews.ts';
import classes from './SavedViewList.module.css';

const ALL_DEVICES_PATH = buildDevicesUrl(DEFAULT_DEVICES_STATE);

type Props = { link: string; current: SavedView | undefined; onOpenView: () => void };

export function SavedViewList({ link, current, onOpenView }: Props) {
  const navigate = useNavigate();
  const { savedConnectionId, setOnlySelected } = useDevicesPage();
  const [savedViewsState, setSavedViewsState] = useSavedViews();
  const { views } = savedViewsState;
  const [removed, setRemoved] = useState<{ view: SavedView; at: number }>();
  const counts = useViewCounts(link, [ALL_DEVICES_PATH, ...views.map((view) => view.link)]);
  const open = (to: string) => {
    onOpenView();
    setOnlySelected(false);
    void navigate(to);
  };
  const openView = (to: string) => {
    const { columns, pins } = parseViewLink(to);
    // the view was saved with the default columns, which its link omits
    if (!columns && !pins) getColumnChoiceSetting(savedConnectionId).set({ columns, pins });
    open(to);
  };
  const remove = (view: SavedView, at: number) => {
    setRemoved({ view, at });
    setSavedViewsState({ ...savedViewsState, views: views.filter((one) => one !== view) });
  };
  const restore = ({ view, at }: NonNullable<typeof removed>) => {
    const others = views.filter(({ name }) => name !== view.name);
    setSavedViewsState({ ...savedViewsState, views: others.toSpliced(at, 0, view) });
    setRemoved(undefined);
  };
  return (
    <div className={shared['panel']}>
      <ul className={`${classes['list']} ${shared['maxHeightScroll']}`} aria-label="Saved views">
        <li>
          <Button className={classes['name']} variant="link" onClick={() => open(ALL_DEVICES_PATH)}>
            All devices
          </Button>
          <ViewCountLabel count={counts.get(ALL_DEVICES_PATH)} />
        </li>
        {views.map((view, at) => (
          <ViewRow
            key={view.name}
            index={at}
            isCurrent={view.name === current?.name}
            count={counts.get(view.link)}
            onOpen={() => openView(view.link)}
            onRemove={() => remove(view, at)}
          />
        ))}
      </ul>
      {removed && (
        <UndoNotice onUndo={() => restore(removed)}>{`“${toVisibleText(removed.view.name)}” deleted`}</UndoNotice>
      )}
      <NameForm
        data-autofocus
        label="View name"
        placeholder="Save this view as"
        submitLabel="Save"
        onSubmitName={(name) => {
          setSavedViewsState(addOrReplaceView(savedViewsState, { name, link }));
          announce(`“${toVisibleText(name)}” is saved`, 'views');
        }}
      />
      <SavedViewsFileActions />
    </div>
  );
}

type ViewRowProps = {
  index: number;
  isCurrent: boolean;
  count: ViewCount | undefined;
  onOpen: () => void;
  onRemove: () => void;
};

function ViewRow({ index, isCurrent, count, onOpen, onRemove }: ViewRowProps) {
  const [shelf, setShelf] = useSavedViews();
  const [renaming, setRenaming] = useState(false);
  const { name = '' } = shelf.views[index] ?? {};
  const plainName = toVisibleText(name);
  const isFirst = shelf.first === name;
  const move = (by: -1 | 1) => setShelf(moveView(shelf, name, by));
  if (renaming) {
    return (
      <li>
        <NameForm
          label={`New name for ${plainName}`}
          submitLabel="Rename"
          initialName={name}
          autoFocus
          onSubmitName={(next) => {
            setShelf(renameView(shelf, name, next));
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li aria-current={isCurrent || undefined}>
      <Button className={classes['name']} variant="link" onClick={onOpen}>
        <span className={classes['words']} title={name}>
          <PlainText text={name} />
        </span>
      </Button>
      <ViewCountLabel count={count} />
      <IconButton
        size="row"
        label={`Open ${plainName} by default`}
        aria-pressed={isFirst}
        onClick={() => setShelf({ ...shelf, first: isFirst ? undefined : name })}
      >
        {isFirst ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
      </IconButton>
      <IconButton size="row" label={`Move ${plainName} up`} disabled={index === 0} onClick={() => move(-1)}>
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        size="row"
        label={`Move ${plainName} down`}
        disabled={index === shelf.views.length - 1}
        onClick={() => move(1)}
      >
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Rename ${plainName}`} onClick={() => setRenaming(true)}>
        <IconPencil size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Delete ${plainName}`} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

function ViewCountLabel({ count }: { count: ViewCount | undefined }) {
  if (count === undefined) return null;
  const known = count !== 'elsewhere';
  return (
    <span
      className={classes['count']}
      title={known ? 'devices' : 'The devices of this view are not loaded. Opening it requests them from the service.'}
    >
      {known ? formatCount(count) : 'reloads'}
    </span>
  );
}

function useSavedViews() {
  return useSetting(getSavedViewsSetting(useDevicesPage().savedConnectionId));
}

function SavedViewsFileActions() {
  const [shelf, setShelf] = useSavedViews();
  const [message, setMessage] = useState('');
  useAnnouncement(message, 'views');
  const read = (text: string) => {
    const content = parseSavedViewsFile(text);
    if ('complaint' in content) return setMessage(content.complaint);
    const { views, first, lost } = content;
    setShelf({ ...views.reduce(addOrReplaceView, shelf), first: shelf.first ?? first });
    const came = formatCountWithNoun(views.length, 'view imported', 'views imported');
    setMessage(`${came}${lost > 0 ? `, ${formatCount(lost)} could not be read` : ''}.`);
  };
  return (
    <>
      <ImportExportButtons
        name="views.json"
        createContent={shelf.views.length > 0 ? () => formatSavedViewsFile(shelf) : undefined}
        onImport={read}
      />
      {message && <p>{message}</p>}
    </>
  );
}

type ViewCount = number | 'elsewhere';

const NO_COUNTS: ReadonlyMap<string, ViewCount> = new Map();

function useViewCounts(link: string, links: readonly string[]): ReadonlyMap<string, ViewCount> {
  const { view } = useDeviceList();
  const { connection } = useDevicesPage();
  const client = useQueryClient();
  const documentSource = useDocumentSource();
  const wanted = JSON.stringify(links);
  const count = useCallback(
    function* () {
      const asked = JSON.stringify(parseViewLink(link).request);
      const found = new Map<string, ViewCount>();
      for (const one of JSON.parse(wanted) as string[]) {
        const { request, search, facets, ranges, source = documentSource } = parseViewLink(one);
        const own = JSON.stringify(request) === asked;
        const other = own ? undefined : client.getQueryData(createDevicesQueryOptions(connection, request).queryKey);
        const counted = own ? view : other?.state === 'complete' ? new FleetView(other).snapshot : undefined;
        const dataId = source && getDocumentSourceId(source);
        const count = counted && (yield* countMatchingRows(counted, { search, facets, ranges, dataId }));
        if (counted === undefined) found.set(one, 'elsewhere');
        else if (count !== undefined) found.set(one, count);
      }
      return found;
    },
    [view, link, wanted, client, connection, documentSource],
  );
  return useTimeSlicedResult(count, { inBackground: true }) ?? NO_COUNTS;
}
