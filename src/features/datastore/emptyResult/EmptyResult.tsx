import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useDatastore, useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { EMPTY_DRAFT, getPipelineQueryKey, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { createMatchCondition, describeCondition } from '#pipeline/draft/stages/match.ts';
import { describeTimeRange } from '#pipeline/draft/stages/range.ts';
import { createSortField } from '#pipeline/draft/stages/sort.ts';
import { createStageBase } from '#pipeline/draft/stages/stageBase.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { VALUE_TYPE_LABELS } from '#pipeline/draft/valueDraft.ts';
import { bisectLastNonEmptyPage } from '#pipeline/run/countRows.ts';
import {
  type EmptyResultAttempt,
  type EmptyResultExplanation,
  explainEmptyResult,
} from '#pipeline/run/explainEmptyResult.ts';
import { createTaskRegistryFactory, useBackgroundTask } from '#session/useBackgroundTask.ts';
import { useAsyncTask } from '#ui/browser/useAsyncTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './EmptyResult.module.css';

const createDiagnosisTasks = createTaskRegistryFactory<never, EmptyResultExplanation>();

export function EmptyResult() {
  const { savedConnectionId, state, urlQuery } = useDatastore();
  const { fetchPage } = useQueryService();
  const editing = useQueryEditorContext();
  // the stages of the query that returned no documents
  const draft = editing.edited ? createDraftFromQuery(urlQuery) : editing.draft;
  const diagnosis = useBackgroundTask(
    createDiagnosisTasks,
    JSON.stringify([savedConnectionId, getPipelineQueryKey(state)]),
    {
      title: `Why no results in ${state.collection}`,
      run: ({ signal }) =>
        explainEmptyResult(
          draft,
          async (query) => {
            const { documents, total } = await fetchPage(query, 1, signal, { isSample: true });
            return { rows: total ?? documents.length, more: total === undefined && documents.length > 1 };
          },
          signal,
        ),
      describeProgress: () => ({ text: 'Trying the query without one condition at a time' }),
      createReport: (found) => ({ text: describeFinding(found) }),
      describeError: ({ message }) => `Could not find out why there are no results: ${message}`,
    },
  );
  const { result, running, error } = diagnosis;
  const collection = draft.collection.trim();
  const hasConditions = draft.documentID.trim() !== '' || draft.stages.some(({ enabled }) => enabled);
  if (!hasConditions || result?.isCollectionEmpty) {
    return (
      <EmptyState title={`No documents in “${collection}”`}>
        <p>The collection is empty or does not exist. The service does not distinguish the two.</p>
        <OtherCollectionSuggestions
          current={collection}
          onPick={(name) => editing.apply({ ...draft, collection: name })}
        />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No documents in ${collection} match this query`}
      extraActions={
        running ? (
          <Button onClick={diagnosis.cancel}>Cancel</Button>
        ) : (
          !result && <Button onClick={diagnosis.start}>Why no results?</Button>
        )
      }
    >
      {running && <p>Trying the query without one condition at a time …</p>}
      {error && <p>{`Could not find out why there are no results: ${error.message}`}</p>}
      {result && <AttemptList diagnosis={result} onFix={editing.apply} />}
    </EmptyState>
  );
}

function OtherCollectionSuggestions({ current, onPick }: { current: string; onPick: (collection: string) => void }) {
  const others = useDatastore().collections.filter((name) => name !== current);
  if (others.length === 0) return null;
  return (
    <>
      <p>Run the same query in a known collection:</p>
      <CollectionButtons names={others} onPick={onPick} />
    </>
  );
}

function CollectionButtons({ names, onPick }: { names: readonly string[]; onPick: (collection: string) => void }) {
  return (
    <div className={classes['collections']}>
      {names.map((name) => (
        <Button key={name} onClick={() => onPick(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

function AttemptList({
  diagnosis: { attempts, requests, isTruncated },
  onFix,
}: {
  diagnosis: EmptyResultExplanation;
  onFix: (draft: QueryDraft) => void;
}) {
  return (
    <>
      {attempts.every(({ rows }) => rows === 0) && <p>{NO_SINGLE_CAUSE}</p>}
      <ul className={`${classes['attempts']} ${shared['subgrid']}`} aria-label="Queries tried">
        {attempts.map((attempt) => (
          <li
            key={`${attempt.kind} ${attempt.type} ${attempt.condition?.key}`}
            data-none={attempt.rows === 0 || undefined}
          >
            {attempt.rows > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
            <span>{describeAttempt(attempt)}</span>
            <b>{attempt.rows === 0 ? '0' : `${attempt.rows}${attempt.more ? ', more' : ''}`}</b>
            {attempt.rows > 0 ? (
              <Button variant="link" onClick={() => onFix(attempt.draft)}>
                {attempt.type ? `Change to ${VALUE_TYPE_LABELS[attempt.type]}` : 'Remove condition'}
              </Button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      <p>
        Checked with {formatCountWithNoun(requests, 'request')}
        {isTruncated && '; some combinations were not tried'}.
      </p>
    </>
  );
}

const NO_SINGLE_CAUSE = 'No single condition is the cause: there are still no results after removing any one of them.';

const NAMED_FINDINGS_MAX = 3;

function describeFinding({ attempts, isCollectionEmpty }: EmptyResultExplanation): string {
  if (isCollectionEmpty) return 'The collection has no documents.';
  const found = attempts.filter(({ rows }) => rows > 0);
  if (found.length === 0) return NO_SINGLE_CAUSE;
  const named = found.slice(0, NAMED_FINDINGS_MAX).map((attempt) => {
    const count = attempt.more ? 'more than one document' : formatCountWithNoun(attempt.rows, 'document');
    return `${describeAttempt(attempt)}, ${count}`;
  });
  return `${named.join('; ')}${found.length > NAMED_FINDINGS_MAX ? `; and ${found.length - NAMED_FINDINGS_MAX} more` : ''}.`;
}

function describeAttempt({ kind, condition, type, range }: EmptyResultAttempt): string {
  if (range) return `without ${describeTimeRange(range)}`;
  if (kind === 'documentID' || !condition) return 'without the documentID';
  if (kind === 'type' && type) {
    return `${describeCondition(condition)} as ${VALUE_TYPE_LABELS[type]}, not ${VALUE_TYPE_LABELS[condition.value.type]}`;
  }
  return `without ${describeCondition(condition)}`;
}

/** Empty state of a page number beyond the last page. Searches for the last page and opens it. */
export function PageOutOfRange({ onFound }: { onFound: (page: number) => void }) {
  const { state, pages, show } = useDatastore();
  const { fetchPage } = useQueryService();
  const { page } = state;
  const { pageSize } = pages;
  const searchLastPage = async (signal: AbortSignal, tell: (requests: number) => void) => {
    let requests = 0;
    const last = await bisectLastNonEmptyPage(
      async (asked) => {
        const { documents } = await fetchPage(state, asked, signal, { pageSize });
        requests++;
        tell(requests);
        return documents.length;
      },
      page,
      signal,
    );
    if (last > 0) onFound(last);
    return last;
  };
  const { progress = 0, result, error } = useAsyncTask<number, number>(`${page}`, searchLastPage);
  const first = { label: 'First page', run: () => show({ page: 1 }) };
  return (
    <EmptyState title={`Page ${page.toLocaleString('en')} is past the last page`} action={first}>
      {error
        ? `Could not find the last page: ${error.message}`
        : result === 0
          ? 'There are no documents.'
          : `Finding the last page, ${formatCountWithNoun(progress, 'request')} …`}
    </EmptyState>
  );
}

export function NoCollectionSelected() {
  const { collections } = useDatastore();
  const { extensions } = useQueryService();
  const { draft, apply, change } = useQueryEditorContext();
  const unsentTitle = draft.collection.trim() !== '' && 'This query has not been run yet';
  const startTitle =
    collections.length > 0 ? 'Choose a collection or write a query' : 'Enter a collection, then select Run';
  return (
    <EmptyState title={unsentTitle || startTitle}>
      {collections.length > 0 ? (
        <>
          <p>
            The service cannot list its collections. These come from the host’s configuration or were used on this
            connection:
          </p>
          <CollectionButtons names={collections} onPick={(collection) => apply({ ...EMPTY_DRAFT, collection })} />
        </>
      ) : (
        <p>The service cannot list its collections. Collections that you have queried are suggested.</p>
      )}
      <p>Fields and their types come from the documents you have loaded.</p>
      <p>
        <Button onClick={() => change(createExampleDraft(collections[0] ?? '', extensions))}>
          Start from an example
        </Button>
      </p>
      <p>Or paste a request body, a list of stages, a curl command or a query of the Mongo shell or Python here.</p>
    </EmptyState>
  );
}

function createExampleDraft(collection: string, extensions: readonly string[]): QueryDraft {
  const operators = extensions.includes('operators');
  const condition = createMatchCondition('temperature', { type: 'number', text: '25' });
  const conditions = [operators ? { ...condition, operator: 'above' as const } : condition];
  const fields = ['time', 'temperature'];
  const stages: StageDraft[] = [
    { ...createStageBase(), kind: 'match', conditions },
    { ...createStageBase(), kind: 'sort', fields: [createSortField('time', true)] },
    { ...createStageBase(), kind: 'project', keep: true, fields, documentID: true },
  ];
  const known = stages.filter(({ kind }) => kind !== 'sort' || extensions.includes('sort'));
  return { collection, documentID: '', stages: known };
}
