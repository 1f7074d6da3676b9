import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import classes from './SourceFields.module.css';

/** What is asked: a collection, and one document of it if wanted. */
export function SourceFields() {
  const { collections } = useDatastore();
  const { draft, change, complaintAt } = useEditing();
  return (
    <div className={classes['source']}>
      <FormField label="Collection" complaint={complaintAt('collection')?.message}>
        {(control) => (
          <Suggest
            {...control}
            placeholder="logs"
            suggestions={collections}
            value={draft.collection}
            onType={(collection) => change({ ...draft, collection }, 'collection')}
          />
        )}
      </FormField>
      <FormField label="documentID" complaint={complaintAt('documentID')?.message}>
        {(control) => (
          <TextField
            {...control}
            placeholder="any"
            value={draft.documentID}
            onChange={({ currentTarget }) => change({ ...draft, documentID: currentTarget.value }, 'documentID')}
          />
        )}
      </FormField>
    </div>
  );
}
