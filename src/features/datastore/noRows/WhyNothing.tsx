import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { identity } from '#features/datastore/useDraft.ts';
import { type Attempt, type WhyNothing as Why, whyNothing } from '#pipeline/ask/whyNothing.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import { conditionSentence } from '#pipeline/draft/stages/match.ts';
import { TYPE_NAMES } from '#pipeline/draft/value.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import classes from './WhyNothing.module.css';

/** A query without documents: why, as far as a few requests tell, and what mends it. */
export function WhyNothing() {
  const { state, ask } = useDatastore();
  const editing = useEditing();
  // the cards that the empty answer belongs to
  const draft = editing.edited ? draftOf(state) : editing.draft;
  const why = useWork<never, Why>(identity(state), (signal) =>
    whyNothing(
      draft,
      async (query) => {
        const { documents, total } = await ask(query, 1, signal);
        return { rows: total ?? documents.length, more: total === undefined && documents.length > 1 };
      },
      signal,
    ),
  );
  const { result, running, error } = why;
  const collection = draft.collection.trim();
  const restricted = draft.documentID.trim() !== '' || draft.stages.some(({ enabled }) => enabled);
  if (!restricted || result?.collectionEmpty) {
    return (
      <EmptyState title={`“${collection}” gives no documents`}>
        It is empty, or there is no collection of this name: the service answers both alike.
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

function Tried({ why: { attempts, requests, cut }, onMend }: { why: Why; onMend: (draft: Draft) => void }) {
  return (
    <>
      {attempts.every(({ rows }) => rows === 0) && (
        <p>No single condition is to blame: without any one of them there is nothing either.</p>
      )}
      <ul className={classes['tried']} aria-label="What was tried">
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

function attemptWords({ kind, condition, type }: Attempt): string {
  if (kind === 'documentID' || !condition) return 'without the documentID';
  if (kind === 'type' && type) {
    return `${conditionSentence(condition)} as ${TYPE_NAMES[type]}, not ${TYPE_NAMES[condition.value.type]}`;
  }
  return `without ${conditionSentence(condition)}`;
}
