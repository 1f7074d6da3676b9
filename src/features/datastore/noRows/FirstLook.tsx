import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { type Draft, EMPTY_DRAFT } from '#pipeline/draft/draft.ts';
import { newCard } from '#pipeline/draft/stages/card.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import { newSortField } from '#pipeline/draft/stages/sort.ts';
import { Button } from '#ui/controls/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import classes from './FirstLook.module.css';

/** Before the first run: collections a click away, an example to look at, and what else may be done. */
export function FirstLook() {
  const { collections, extensions } = useDatastore();
  const { apply, change } = useEditing();
  return (
    <EmptyState
      title={collections.length > 0 ? 'Choose a collection, or write a query' : 'Name a collection, then Run'}
    >
      {collections.length > 0 ? (
        <>
          <p>The service has no list of collections. These are its host’s, or were used on this connection:</p>
          <div className={classes['collections']}>
            {collections.map((collection) => (
              <Button key={collection} onClick={() => apply({ ...EMPTY_DRAFT, collection })}>
                {collection}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>The service has no list of collections; a name that was run once is offered from then on.</p>
      )}
      <p>Fields and their types are learned from the documents you see.</p>
      <p>
        <Button onClick={() => change(exampleDraft(collections[0] ?? '', extensions))}>Start from an example</Button>
      </p>
      <p>Or paste a request body, a list of stages, a curl command or a Mongo-style pipeline into the query.</p>
    </EmptyState>
  );
}

/** A pipeline that shows what can be asked; what the service does not run beyond the interface stays out. */
function exampleDraft(collection: string, extensions: readonly string[]): Draft {
  const operators = extensions.includes('operators');
  const condition = newCondition('temperature', { type: 'number', text: '25' });
  const match: StageDraft = {
    ...newCard(),
    kind: 'match',
    conditions: [operators ? { ...condition, operator: 'above' } : condition],
  };
  const sort: StageDraft = { ...newCard(), kind: 'sort', fields: [newSortField('time', true)] };
  const project: StageDraft = {
    ...newCard(),
    kind: 'project',
    keep: true,
    fields: ['time', 'temperature'],
    documentID: true,
  };
  return {
    collection,
    documentID: '',
    stages: extensions.includes('sort') ? [match, sort, project] : [match, project],
  };
}
