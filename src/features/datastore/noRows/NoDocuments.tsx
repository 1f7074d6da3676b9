import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { identity } from '#features/datastore/useDraft.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { lastPage } from '#pipeline/ask/countRows.ts';
import { type Attempt, type WhyNothing as Why, whyNothing } from '#pipeline/ask/whyNothing.ts';
import { type Draft, EMPTY_DRAFT } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import { newCard } from '#pipeline/draft/stages/card.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { conditionSentence, newCondition } from '#pipeline/draft/stages/match.ts';
import { rangeSentence } from '#pipeline/draft/stages/range.ts';
import { newSortField } from '#pipeline/draft/stages/sort.ts';
import { TYPE_NAMES } from '#pipeline/draft/value.ts';
import { KeptWorks, useKeptWork } from '#session/useKeptWork.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './NoDocuments.module.css';

const reasons = new KeptWorks<never, Why>();

/** Empty state of a query without documents; on demand it finds the condition that excludes them and offers a fix. */
export function WhyNothing() {
  const { savedId, state, linked, ask } = useDatastore();
  const editing = useEditing();
  // the stages of the query that returned no documents
  const draft = editing.edited ? draftOf(linked) : editing.draft;
  const why = useKeptWork(reasons, JSON.stringify([savedId, identity(state)]), {
    title: `Why no results in ${state.collection}`,
    run: ({ signal }) =>
      whyNothing(
        draft,
        async (query) => {
          const { documents, total } = await ask(query, 1, signal);
          return { rows: total ?? documents.length, more: total === undefined && documents.length > 1 };
        },
        signal,
      ),
    describeProgress: () => ({ text: 'Trying it without each condition' }),
    createReport: (found) => ({ text: describeFinding(found) }),
    describeError: ({ message }) => `It could not be found out: ${message}`,
  });
  const { result, running, error } = why;
  const collection = draft.collection.trim();
  const restricted = draft.documentID.trim() !== '' || draft.stages.some(({ enabled }) => enabled);
  if (!restricted || result?.collectionEmpty) {
    return (
      <EmptyState title={`“${collection}” gives no documents`}>
        <p>It is empty, or there is no collection of this name: the service answers both alike.</p>
        <OtherCollections than={collection} onPick={(name) => editing.apply({ ...draft, collection: name })} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No document in ${collection} passes this query`}
      further={
        running ? (
          <Button onClick={why.cancel}>Cancel</Button>
        ) : (
          !result && <Button onClick={why.start}>Why no results?</Button>
        )
      }
    >
      {running && <p>Trying it without each condition …</p>}
      {error && <p>It could not be found out: {error.message}</p>}
      {result && <Tried why={result} onMend={editing.apply} />}
    </EmptyState>
  );
}

function OtherCollections({ than, onPick }: { than: string; onPick: (collection: string) => void }) {
  const others = useDatastore().collections.filter((name) => name !== than);
  if (others.length === 0) return null;
  return (
    <>
      <p>The same query in one that is known:</p>
      <Collections names={others} onPick={onPick} />
    </>
  );
}

function Collections({ names, onPick }: { names: readonly string[]; onPick: (collection: string) => void }) {
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

function Tried({ why: { attempts, requests, cut }, onMend }: { why: Why; onMend: (draft: Draft) => void }) {
  return (
    <>
      {attempts.every(({ rows }) => rows === 0) && <p>{NONE_TO_BLAME}</p>}
      <ul className={`${classes['tried']} ${shared['lines']}`} aria-label="What was tried">
        {attempts.map((attempt) => (
          <li
            key={`${attempt.kind} ${attempt.type} ${attempt.condition?.key}`}
            data-none={attempt.rows === 0 || undefined}
          >
            {attempt.rows > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
            <span>{attemptWords(attempt)}</span>
            <b>{attempt.rows === 0 ? '0' : `${attempt.rows}${attempt.more ? ', more' : ''}`}</b>
            {attempt.rows > 0 ? (
              <Button look="link" onClick={() => onMend(attempt.draft)}>
                {attempt.type ? `Make it ${TYPE_NAMES[attempt.type]}` : 'Drop it'}
              </Button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      <p>
        Found with {requests} requests{cut && '; there was more to try than is asked at once'}.
      </p>
    </>
  );
}

const NONE_TO_BLAME = 'No single condition is to blame: without any one of them there is nothing either.';

/** Maximum number of findings in the message; the list shows all. */
const NAMED_MAX = 3;

/** Summarizes the attempts that returned documents, for the task tray and screen readers. */
function describeFinding({ attempts, collectionEmpty }: Why): string {
  if (collectionEmpty) return 'The collection gives no documents.';
  const found = attempts.filter(({ rows }) => rows > 0);
  if (found.length === 0) return NONE_TO_BLAME;
  const named = found.slice(0, NAMED_MAX).map((attempt) => {
    const count = attempt.more ? 'more than one document' : pluralize(attempt.rows, 'document');
    return `${attemptWords(attempt)}, ${count}`;
  });
  return `${named.join('; ')}${found.length > NAMED_MAX ? `; and ${found.length - NAMED_MAX} more` : ''}.`;
}

function attemptWords({ kind, condition, type, range }: Attempt): string {
  if (range) return `without ${rangeSentence(range)}`;
  if (kind === 'documentID' || !condition) return 'without the documentID';
  if (kind === 'type' && type) {
    return `${conditionSentence(condition)} as ${TYPE_NAMES[type]}, not ${TYPE_NAMES[condition.value.type]}`;
  }
  return `without ${conditionSentence(condition)}`;
}

/** Empty state of a page past the last one; searches for the last page and opens it. */
export function PastTheEnd({ onFound }: { onFound: (page: number) => void }) {
  const { state, ask, show } = useDatastore();
  const { page } = state;
  const looking = async (signal: AbortSignal, tell: (requests: number) => void) => {
    let requests = 0;
    const last = await lastPage(
      async (asked) => {
        const { documents } = await ask(state, asked, signal);
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
  const { progress = 0, result, error } = useWork<number, number>(`${page}`, looking, { atOnce: true });
  const first = { label: 'First page', run: () => show({ page: 1 }) };
  return (
    <EmptyState title={`Page ${page.toLocaleString('en')} is past the end`} action={first}>
      {error
        ? `Where the end is could not be found out: ${error.message}`
        : result === 0
          ? 'There are no documents at all.'
          : `Looking for the last page, ${progress} requests …`}
    </EmptyState>
  );
}

export function FirstLook() {
  const { collections, extensions } = useDatastore();
  const { draft, apply, change } = useEditing();
  const begun = draft.collection.trim() !== '' && 'This query has not been run yet';
  const first = collections.length > 0 ? 'Choose a collection, or write a query' : 'Name a collection, then Run';
  return (
    <EmptyState title={begun || first}>
      {collections.length > 0 ? (
        <>
          <p>The service has no list of collections. These are its host’s, or were used on this connection:</p>
          <Collections names={collections} onPick={(collection) => apply({ ...EMPTY_DRAFT, collection })} />
        </>
      ) : (
        <p>The service has no list of collections; a name that was run once is offered from then on.</p>
      )}
      <p>Fields and their types are learned from the documents you see.</p>
      <p>
        <Button onClick={() => change(exampleDraft(collections[0] ?? '', extensions))}>Start from an example</Button>
      </p>
      <p>Or paste a request body, a list of stages, a curl command or a query of the Mongo shell or Python here.</p>
    </EmptyState>
  );
}

/** Creates an example pipeline with only those stages and operators that the service supports. */
function exampleDraft(collection: string, extensions: readonly string[]): Draft {
  const operators = extensions.includes('operators');
  const condition = newCondition('temperature', { type: 'number', text: '25' });
  const conditions = [operators ? { ...condition, operator: 'above' as const } : condition];
  const fields = ['time', 'temperature'];
  const stages: StageDraft[] = [
    { ...newCard(), kind: 'match', conditions },
    { ...newCard(), kind: 'sort', fields: [newSortField('time', true)] },
    { ...newCard(), kind: 'project', keep: true, fields, documentID: true },
  ];
  const known = stages.filter(({ kind }) => kind !== 'sort' || extensions.includes('sort'));
  return { collection, documentID: '', stages: known };
}
