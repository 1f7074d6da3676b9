import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { fileTarget } from '#lib/fileTarget.ts';
import { compile } from '#pipeline/compile.ts';
import type { Draft, Query } from '#pipeline/draft.ts';
import {
  found,
  keptQuery,
  queryOf,
  readSavedFile,
  type SavedQuery,
  savedFile,
  withSaved,
} from '#pipeline/savedQueries.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSetting } from '#ui/useSetting.ts';
import { savedQueries } from './queryShelf.ts';
import classes from './Shelf.module.css';

type Props = {
  connectionId: string;
  draft: Draft;
  onOpen: (query: Query) => void;
};

/** Queries that were given a name: to open, to add to, to take elsewhere as a file. */
export function SavedMenu({ connectionId, draft, onOpen }: Props) {
  const [saved, setSaved] = useSetting(savedQueries(connectionId));
  const [opened, setOpened] = useState(false);
  const [said, setSaid] = useState('');
  const shelf = { saved, onSaved: setSaved, onSaid: setSaid };
  return (
    <Popover
      label="Saved queries"
      opened={opened}
      onToggle={setOpened}
      width={340}
      align="end"
      opener={(control) => (
        <Button {...control} look="plain" icon={<IconBookmark size={16} stroke={1.5} aria-hidden />}>
          Saved
        </Button>
      )}
    >
      <div className={classes['shelf']}>
        <SavedList
          {...shelf}
          onOpen={(query) => {
            setOpened(false);
            onOpen(query);
          }}
        />
        <SaveForm {...shelf} draft={draft} />
        <SavedFile {...shelf} />
        {said && <p role="status">{said}</p>}
      </div>
    </Popover>
  );
}

type Shelf = {
  saved: readonly SavedQuery[];
  onSaved: (saved: readonly SavedQuery[]) => void;
  /** Says what became of it. */
  onSaid: (words: string) => void;
};

function SavedList({ saved, onSaved, onOpen }: Shelf & Pick<Props, 'onOpen'>) {
  const [search, setSearch] = useState('');
  const [removed, setRemoved] = useState<SavedQuery>();
  const open = (one: SavedQuery) => {
    const query = queryOf(one);
    if (query) onOpen(query);
  };
  const remove = (one: SavedQuery) => {
    setRemoved(one);
    onSaved(saved.filter(({ name }) => name !== one.name));
  };
  const bringBack = (one: SavedQuery) => {
    onSaved(withSaved(saved, one));
    setRemoved(undefined);
  };
  return (
    <>
      {saved.length > 5 && (
        <SearchField
          aria-label="Find a saved query"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <ul className={classes['list']} aria-label="Saved queries">
        {found(saved, search).map((one) => (
          <li key={one.name}>
            <Button look="link" onClick={() => open(one)}>
              {one.name}
            </Button>
            <span>{one.collection}</span>
            <IconButton size="row" label={`Delete ${one.name}`} onClick={() => remove(one)}>
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {removed && (
        <p role="status">
          “{removed.name}” deleted{' '}
          <Button look="link" onClick={() => bringBack(removed)}>
            Undo
          </Button>
        </p>
      )}
    </>
  );
}

/** Gives the draft a name. */
function SaveForm({ saved, onSaved, onSaid, draft }: Shelf & Pick<Props, 'draft'>) {
  const [name, setName] = useState('');
  const compiled = compile(draft);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!('query' in compiled) || !name.trim()) return;
    onSaved(withSaved(saved, { ...keptQuery(compiled.query), name: name.trim(), savedAt: Date.now() }));
    onSaid(`“${name.trim()}” is saved.`);
    setName('');
  };
  return (
    <form className={classes['save']} onSubmit={save}>
      <TextField
        aria-label="Name of this query"
        placeholder="Save this query as"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" disabled={!name.trim() || !('query' in compiled)}>
        Save
      </Button>
    </form>
  );
}

/** Takes them elsewhere, and others over. */
function SavedFile({ saved, onSaved, onSaid }: Shelf) {
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    const content = file && readSavedFile(await file.text());
    currentTarget.value = '';
    if (!content) return onSaid('This file holds no saved queries.');
    onSaved(content.queries.reduce(withSaved, saved));
    const dropped = content.dropped > 0 ? `, ${content.dropped} could not be read` : '';
    onSaid(`${content.queries.length} queries came${dropped}.`);
  };
  const write = async () => {
    const target = await fileTarget('queries.json', 'application/json').catch(() => undefined);
    await target?.write(savedFile(saved));
    await target?.close();
  };
  return (
    <div className={classes['file']}>
      <label className={classes['import']}>
        Import a file
        <input type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
      </label>
      <Button look="plain" disabled={saved.length === 0} onClick={() => void write()}>
        Export as a file
      </Button>
    </div>
  );
}
