import { IconArrowDown, IconArrowUp, IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fileTarget } from '#lib/fileTarget.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
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
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { UndoNotice } from '#ui/UndoNotice.tsx';
import { useSetting } from '#ui/useSetting.ts';
import classes from './ViewList.module.css';

type Props = { connectionId: string; link: string; onOpened: () => void };

/** The views of this connection: to open, order, rename, begin with, delete, and take elsewhere as a file. */
export function ViewList({ connectionId, link, onOpened }: Props) {
  const navigate = useNavigate();
  const [shelf, setShelf] = useSetting(savedViews(connectionId));
  const [removed, setRemoved] = useState<{ name: string; before: ViewShelf }>();
  const open = (to: string) => {
    onOpened();
    void navigate(to);
  };
  const remove = ({ name }: SavedView) => {
    setRemoved({ name, before: shelf });
    setShelf({ ...shelf, views: shelf.views.filter((one) => one.name !== name) });
  };
  return (
    <div className={classes['shelf']}>
      <ul className={classes['list']} aria-label="Saved views">
        <li>
          <Button look="link" onClick={() => open(devicesPath(ALL_DEVICES))}>
            All devices
          </Button>
        </li>
        {shelf.views.map((view, at) => (
          <ViewRow
            key={view.name}
            view={view}
            shelf={shelf}
            ends={{ first: at === 0, last: at === shelf.views.length - 1 }}
            current={view.link === link}
            onShelf={setShelf}
            onOpen={() => open(view.link)}
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
          {`“${removed.name}” deleted`}
        </UndoNotice>
      )}
      <SaveView shelf={shelf} link={link} onShelf={setShelf} />
      <ViewsFile shelf={shelf} onShelf={setShelf} />
    </div>
  );
}

type RowProps = {
  view: SavedView;
  shelf: ViewShelf;
  ends: { first: boolean; last: boolean };
  current: boolean;
  onShelf: (shelf: ViewShelf) => void;
  onOpen: () => void;
  onRemove: () => void;
};

function ViewRow({ view: { name }, shelf, ends, current, onShelf, onOpen, onRemove }: RowProps) {
  const [typed, setTyped] = useState<string>();
  const isFirst = shelf.first === name;
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (typed?.trim()) onShelf(renamed(shelf, name, typed.trim()));
    setTyped(undefined);
  };
  if (typed !== undefined) {
    return (
      <li>
        <form className={classes['save']} onSubmit={keep}>
          <TextField
            // it takes the place of the button that was pressed
            autoFocus
            aria-label={`New name of ${name}`}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">Keep</Button>
        </form>
      </li>
    );
  }
  return (
    <li aria-current={current || undefined}>
      <Button className={classes['name']} look="link" onClick={onOpen}>
        {name}
      </Button>
      <IconButton
        size="row"
        label={`Begin with ${name}`}
        aria-pressed={isFirst}
        onClick={() => onShelf({ ...shelf, first: isFirst ? undefined : name })}
      >
        {isFirst ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
      </IconButton>
      <IconButton
        size="row"
        label={`Move ${name} up`}
        disabled={ends.first}
        onClick={() => onShelf(moved(shelf, name, -1))}
      >
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        size="row"
        label={`Move ${name} down`}
        disabled={ends.last}
        onClick={() => onShelf(moved(shelf, name, 1))}
      >
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Rename ${name}`} onClick={() => setTyped(name)}>
        <IconPencil size={14} aria-hidden />
      </IconButton>
      <IconButton size="row" label={`Delete ${name}`} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

type ShelfProps = { shelf: ViewShelf; onShelf: (shelf: ViewShelf) => void };

function SaveView({ shelf, link, onShelf }: ShelfProps & { link: string }) {
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    onShelf(withView(shelf, { name: name.trim(), link }));
    setName('');
  };
  return (
    <form className={classes['save']} onSubmit={save}>
      <TextField
        aria-label="Name of this view"
        placeholder="Save this view as"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" disabled={!name.trim()}>
        Save
      </Button>
    </form>
  );
}

function ViewsFile({ shelf, onShelf }: ShelfProps) {
  const [said, setSaid] = useState('');
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    const text = await file?.text();
    currentTarget.value = '';
    if (text === undefined) return;
    const content = readViewsFile(text);
    if ('complaint' in content) return setSaid(content.complaint);
    const { views, first, lost } = content;
    onShelf({ ...views.reduce(withView, shelf), first: shelf.first ?? first });
    setSaid(`${views.length} views came${lost > 0 ? `, ${lost} could not be read` : ''}.`);
  };
  const write = async () => {
    const target = await fileTarget('views.json', 'application/json').catch(() => undefined);
    await target?.write(viewsFile(shelf));
    await target?.close();
  };
  return (
    <>
      <div className={classes['save']}>
        <label className={classes['import']}>
          Import a file
          <input type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
        </label>
        <Button look="plain" disabled={shelf.views.length === 0} onClick={() => void write()}>
          Export as a file
        </Button>
      </div>
      {said && <p role="status">{said}</p>}
    </>
  );
}
