import { IconBookmark, IconHistory, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { formatClock, formatIso } from '#lib/time/time.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import {
  keptQuery,
  matching,
  type PastRun,
  pastRuns,
  queryOf,
  readSavedFile,
  type SavedQuery,
  savedFile,
  savedQueries,
  withSaved,
} from '#pipeline/draft/savedQueries.ts';
import { sentence } from '#pipeline/draft/stages/kinds.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { FileActions } from '#ui/inputs/FileActions.tsx';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './Shelf.module.css';

export function SavedMenu() {
  const { savedId } = useDatastore();
  const { apply } = useEditing();
  const [saved, setSaved] = useSetting(savedQueries(savedId));
  const [said, setSaid] = useState('');
  useAnnouncement(said, 'saved queries');
  const shelf = { saved, onSaved: setSaved, onSaid: setSaid };
  return (
    <Popover
      label="Saved queries"
      place={{ width: 340, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          aria-label="Saved"
          data-tip="Saved queries"
          data-tip-narrow
          Icon={IconBookmark}
        >
          <span className={classes['word']}>Saved</span>
        </Button>
      )}
    >
      {(close) => (
        <div className={shared['panel']}>
          <SavedList {...shelf} onOpen={opening(apply, close)} />
          <SaveForm {...shelf} />
          <SavedFile {...shelf} />
          {said && <p>{said}</p>}
        </div>
      )}
    </Popover>
  );
}

const opening = (apply: (draft: Draft) => void, close: () => void) => (query: Query) => {
  close();
  apply(draftOf(query));
};

type Shelf = {
  saved: readonly SavedQuery[];
  onSaved: (saved: readonly SavedQuery[]) => void;
  onSaid: (words: string) => void;
};

function SavedList({ saved, onSaved, onOpen }: Shelf & { onOpen: (query: Query) => void }) {
  const [search, setSearch] = useState('');
  const [removed, setRemoved] = useState<SavedQuery>();
  const open = (kept: SavedQuery) => {
    const query = queryOf(kept);
    if (query) onOpen(query);
  };
  const remove = (kept: SavedQuery) => {
    setRemoved(kept);
    onSaved(saved.filter(({ name }) => name !== kept.name));
  };
  const bringBack = (kept: SavedQuery) => {
    onSaved(withSaved(saved, kept));
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
      <ul className={`${classes['list']} ${shared['lines']} ${shared['capped']}`} aria-label="Saved queries">
        {matching(saved, search).map((kept) => (
          <li key={kept.name}>
            <Button look="link" onClick={() => open(kept)}>
              <PlainText text={kept.name} />
            </Button>
            <span>{kept.collection}</span>
            <IconButton
              Icon={IconTrash}
              size="row"
              label={`Delete ${toPlainText(kept.name)}`}
              onClick={() => remove(kept)}
            />
          </li>
        ))}
      </ul>
      {removed && <UndoNotice onUndo={() => bringBack(removed)}>{`“${toPlainText(removed.name)}” deleted`}</UndoNotice>}
    </>
  );
}

function SaveForm({ saved, onSaved, onSaid }: Shelf) {
  const { compiled } = useEditing();
  const query = 'query' in compiled ? compiled.query : undefined;
  const save = (name: string) => {
    if (!query) return;
    onSaved(withSaved(saved, { ...keptQuery(query), name, savedAt: Date.now() }));
    onSaid(`“${toPlainText(name)}” is saved.`);
  };
  return (
    <NameForm
      label="Name of this query"
      placeholder="Save this query as"
      action="Save"
      disabled={!query}
      onGive={save}
    />
  );
}

function SavedFile({ saved, onSaved, onSaid }: Shelf) {
  const read = (text: string) => {
    const content = readSavedFile(text);
    if (!content) return onSaid('This file holds no saved queries.');
    const { queries, dropped } = content;
    onSaved(queries.reduce(withSaved, saved));
    const came = pluralize(queries.length, 'query came', 'queries came');
    onSaid(`${came}${dropped > 0 ? `, ${formatCount(dropped)} could not be read` : ''}.`);
  };
  return (
    <FileActions name="queries.json" content={saved.length > 0 ? () => savedFile(saved) : undefined} onRead={read} />
  );
}

export function HistoryMenu() {
  const { savedId } = useDatastore();
  const { apply } = useEditing();
  const [runs, setRuns] = useSetting(pastRuns(savedId));
  const [search, setSearch] = useState('');
  return (
    <Popover
      label="History"
      place={{ width: 480, align: 'end' }}
      opener={(control) => <IconButton {...control} Icon={IconHistory} label="History" />}
    >
      {(close) => (
        <div className={shared['panel']}>
          <SearchField
            aria-label="Find in the history"
            placeholder={`Find in ${runs.length} runs`}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <ul className={`${classes['list']} ${shared['lines']} ${shared['capped']}`} data-runs aria-label="Runs">
            {matching(runs, search).map((run) => (
              <Run key={run.at} run={run} onOpen={opening(apply, close)} />
            ))}
          </ul>
          {runs.length > 0 && (
            <Button look="plain" onClick={() => setRuns([])}>
              Forget the history
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

function Run({ run, onOpen }: { run: PastRun; onOpen: (query: Query) => void }) {
  const query = queryOf(run);
  if (!query) return null;
  return (
    <li>
      <Button look="link" onClick={() => onOpen(query)}>
        {words(query)}
      </Button>
      <time dateTime={formatIso(run.at)} title={formatIso(run.at)}>
        {formatClock(run.at).slice(0, 5)}
      </time>
      <span>
        {run.rows}
        {run.more && ', more'}
      </span>
      <span>{Math.round(run.ms)} ms</span>
    </li>
  );
}

function words(query: Query): string {
  const stages = draftOf(query).stages.map(sentence).join(', ');
  return [query.collection, query.documentID, stages].filter(Boolean).join(' · ');
}
