import { IconBookmark, IconHistory, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { pickDisplay, type QueryDisplay } from '#features/datastore/query/useQueryEditor.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { formatIsoTime, formatTimeOfDay } from '#lib/time/time.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import type { PipelineQuery, QueryDraft } from '#pipeline/draft/queryDraft.ts';
import {
  addSavedQuery,
  filterQueriesByText,
  formatSavedQueriesFile,
  getQueryRunsSetting,
  getSavedQueriesSetting,
  parseSavedQueriesFile,
  parseStoredQuery,
  type QueryRun,
  type SavedQuery,
  toStoredQuery,
} from '#pipeline/draft/savedQueries.ts';
import { describeStage } from '#pipeline/draft/stages/stageRegistry.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ImportExportButtons } from '#ui/inputs/FileButton.tsx';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { SearchField } from '#ui/inputs/TextField.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { buildDatastoreUrl, parseDatastoreUrl } from '#urls/datastore.ts';
import classes from './SavedQueriesMenu.module.css';

export function SavedQueriesMenu() {
  const { savedConnectionId } = useDatastore();
  const { apply } = useQueryEditorContext();
  const [saved, setSaved] = useSetting(getSavedQueriesSetting(savedConnectionId));
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

type OpenQuery = (query: PipelineQuery, display?: QueryDisplay) => void;

const createOpenHandler =
  (apply: (draft: QueryDraft, display?: QueryDisplay) => void, close: () => void): OpenQuery =>
  (query, display) => {
    close();
    apply(createDraftFromQuery(query), display);
  };

type SavedQueriesProps = {
  saved: readonly SavedQuery[];
  onChange: (saved: readonly SavedQuery[]) => void;
  onMessage: (words: string) => void;
};

function SavedQueryList({ saved, onChange, onOpen }: SavedQueriesProps & { onOpen: OpenQuery }) {
  const [search, setSearch] = useState('');
  const [removed, setRemoved] = useState<SavedQuery>();
  const open = (kept: SavedQuery) => {
    const query = parseStoredQuery(kept);
    if (!query) return;
    const { state } = parseDatastoreUrl(new URLSearchParams(kept.display), '');
    onOpen(query, kept.display === undefined ? undefined : pickDisplay(state));
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
        {filterQueriesByText(saved, search).map((kept) => (
          <li key={kept.name}>
            <Button variant="link" onClick={() => open(kept)}>
              <PlainText text={kept.name} />
            </Button>
            <span>{kept.collection}</span>
            <IconButton
              Icon={IconTrash}
              size="row"
              label={`Delete ${toVisibleText(kept.name)}`}
              onClick={() => remove(kept)}
            />
          </li>
        ))}
      </ul>
      {removed && <UndoNotice onUndo={() => restore(removed)}>{`“${toVisibleText(removed.name)}” deleted`}</UndoNotice>}
    </>
  );
}

function SaveQueryForm({ saved, onChange, onMessage }: SavedQueriesProps) {
  const { compiled } = useQueryEditorContext();
  const { urlQuery } = useDatastore();
  const query = 'query' in compiled ? compiled.query : undefined;
  const save = (name: string) => {
    if (!query) return;
    const shown = { ...pickDisplay(urlQuery), collection: '', documentID: '', pipeline: [], page: 1 };
    const [, display = ''] = buildDatastoreUrl(shown).split('?');
    onChange(addSavedQuery(saved, { ...toStoredQuery(query), name, savedAt: Date.now(), display }));
    onMessage(`“${toVisibleText(name)}” is saved.`);
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
    const content = parseSavedQueriesFile(text);
    if (!content) return onMessage('This file contains no saved queries.');
    const { queries, dropped } = content;
    onChange(queries.reduce(addSavedQuery, saved));
    const importedText = formatCountWithNoun(queries.length, 'query imported', 'queries imported');
    onMessage(`${importedText}${dropped > 0 ? `, ${formatCount(dropped)} could not be read` : ''}.`);
  };
  return (
    <ImportExportButtons
      name="queries.json"
      createContent={saved.length > 0 ? () => formatSavedQueriesFile(saved) : undefined}
      onImport={read}
    />
  );
}

export function QueryHistoryMenu() {
  const { savedConnectionId } = useDatastore();
  const { apply } = useQueryEditorContext();
  const [runs, setRuns] = useSetting(getQueryRunsSetting(savedConnectionId));
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
            {filterQueriesByText(runs, search).map((run) => (
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

function HistoryItem({ run, onOpen }: { run: QueryRun; onOpen: OpenQuery }) {
  const query = parseStoredQuery(run);
  if (!query) return null;
  return (
    <li>
      <Button variant="link" onClick={() => onOpen(query)}>
        {summarizeQuery(query)}
      </Button>
      <time translate="no" dateTime={formatIsoTime(run.at)} title={formatIsoTime(run.at)}>
        {formatTimeOfDay(run.at).slice(0, 5)}
      </time>
      <span>
        {run.rows}
        {run.more && ', more'}
      </span>
      <span>{`${Math.round(run.ms)} ms`}</span>
    </li>
  );
}

function summarizeQuery(query: PipelineQuery): string {
  const stages = createDraftFromQuery(query).stages.map(describeStage).join(', ');
  return [query.collection, query.documentID, stages].filter(Boolean).join(' · ');
}
