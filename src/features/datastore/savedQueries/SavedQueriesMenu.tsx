import { IconBookmark, IconHistory, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { formatClock, formatIso } from '#lib/time/time.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import type { PipelineQuery, QueryDraft } from '#pipeline/draft/draft.ts';
import {
  addSavedQuery,
  filterQueries,
  formatQueriesFile,
  parseQueriesFile,
  parseStoredQuery,
  type QueryRun,
  queryRuns,
  type SavedQuery,
  savedQueries,
  toStoredQuery,
} from '#pipeline/draft/savedQueries.ts';
import { describeStage } from '#pipeline/draft/stages/stageRegistry.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ImportExportButtons } from '#ui/inputs/ImportExportButtons.tsx';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './SavedQueriesMenu.module.css';

export function SavedQueriesMenu() {
  const { savedId } = useDatastore();
  const { apply } = useQueryEditorContext();
  const [saved, setSaved] = useSetting(savedQueries(savedId));
  const [message, setMessage] = useState('');
  useAnnouncement(message, 'saved queries');
  const listProps = { saved, onChange: setSaved, onMessage: setMessage };
  return (
    <Popover
      label="Saved queries"
      placement={{ width: 340, align: 'end' }}
      renderTrigger={(control) => (
        <Button
          {...control}
          variant="plain"
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
          <SavedQueryList {...listProps} onOpen={createOpenHandler(apply, close)} />
          <SaveQueryForm {...listProps} />
          <SavedQueriesFileActions {...listProps} />
          {message && <p>{message}</p>}
        </div>
      )}
    </Popover>
  );
}

const createOpenHandler = (apply: (draft: QueryDraft) => void, close: () => void) => (query: PipelineQuery) => {
  close();
  apply(createDraftFromQuery(query));
};

type SavedQueriesProps = {
  saved: readonly SavedQuery[];
  onChange: (saved: readonly SavedQuery[]) => void;
  onMessage: (words: string) => void;
};

function SavedQueryList({ saved, onChange, onOpen }: SavedQueriesProps & { onOpen: (query: PipelineQuery) => void }) {
  const [search, setSearch] = useState('');
  const [removed, setRemoved] = useState<SavedQuery>();
  const open = (kept: SavedQuery) => {
    const query = parseStoredQuery(kept);
    if (query) onOpen(query);
  };
  const remove = (kept: SavedQuery) => {
    setRemoved(kept);
    onChange(saved.filter(({ name }) => name !== kept.name));
  };
  const restore = (kept: SavedQuery) => {
    onChange(addSavedQuery(saved, kept));
    setRemoved(undefined);
  };
  return (
    <>
      {saved.length > 5 && (
        <SearchField
          aria-label="Search saved queries"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <ul className={`${classes['list']} ${shared['subgrid']} ${shared['maxHeightScroll']}`} aria-label="Saved queries">
        {filterQueries(saved, search).map((kept) => (
          <li key={kept.name}>
            <Button variant="link" onClick={() => open(kept)}>
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
      {removed && <UndoNotice onUndo={() => restore(removed)}>{`“${toPlainText(removed.name)}” deleted`}</UndoNotice>}
    </>
  );
}

function SaveQueryForm({ saved, onChange, onMessage }: SavedQueriesProps) {
  const { compiled } = useQueryEditorContext();
  const query = 'query' in compiled ? compiled.query : undefined;
  const save = (name: string) => {
    if (!query) return;
    onChange(addSavedQuery(saved, { ...toStoredQuery(query), name, savedAt: Date.now() }));
    onMessage(`“${toPlainText(name)}” is saved.`);
  };
  return (
    <NameForm
      label="Query name"
      placeholder="Save this query as"
      submitLabel="Save"
      disabled={!query}
      onSubmitName={save}
    />
  );
}

function SavedQueriesFileActions({ saved, onChange, onMessage }: SavedQueriesProps) {
  const read = (text: string) => {
    const content = parseQueriesFile(text);
    if (!content) return onMessage('This file contains no saved queries.');
    const { queries, dropped } = content;
    onChange(queries.reduce(addSavedQuery, saved));
    const importedText = pluralize(queries.length, 'query imported', 'queries imported');
    onMessage(`${importedText}${dropped > 0 ? `, ${formatCount(dropped)} could not be read` : ''}.`);
  };
  return (
    <ImportExportButtons
      name="queries.json"
      createContent={saved.length > 0 ? () => formatQueriesFile(saved) : undefined}
      onImport={read}
    />
  );
}

export function QueryHistoryMenu() {
  const { savedId } = useDatastore();
  const { apply } = useQueryEditorContext();
  const [runs, setRuns] = useSetting(queryRuns(savedId));
  const [search, setSearch] = useState('');
  return (
    <Popover
      label="History"
      placement={{ width: 480, align: 'end' }}
      renderTrigger={(control) => <IconButton {...control} Icon={IconHistory} label="History" />}
    >
      {(close) => (
        <div className={shared['panel']}>
          <SearchField
            aria-label="Search the history"
            placeholder={`Search ${runs.length} runs`}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <ul
            className={`${classes['list']} ${shared['subgrid']} ${shared['maxHeightScroll']}`}
            data-runs
            aria-label="Runs"
          >
            {filterQueries(runs, search).map((run) => (
              <HistoryItem key={run.at} run={run} onOpen={createOpenHandler(apply, close)} />
            ))}
          </ul>
          {runs.length > 0 && (
            <Button variant="plain" onClick={() => setRuns([])}>
              Clear the history
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

function HistoryItem({ run, onOpen }: { run: QueryRun; onOpen: (query: PipelineQuery) => void }) {
  const query = parseStoredQuery(run);
  if (!query) return null;
  return (
    <li>
      <Button variant="link" onClick={() => onOpen(query)}>
        {summarizeQuery(query)}
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

function summarizeQuery(query: PipelineQuery): string {
  const stages = createDraftFromQuery(query).stages.map(describeStage).join(', ');
  return [query.collection, query.documentID, stages].filter(Boolean).join(' · ');
}
