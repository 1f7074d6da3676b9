import type { Draft } from '#pipeline/draft/draft.ts';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import classes from './SourceFields.module.css';

type Props = {
  draft: Draft;
  onChange: (draft: Draft, typing?: string) => void;
  collections: readonly string[];
  /** What is wrong with `collection` or `documentID`. */
  complaint: (place: string) => string | undefined;
};

/** What is asked: a collection, and one document of it if wanted. */
export function SourceFields({ draft, onChange, collections, complaint }: Props) {
  return (
    <div className={classes['source']}>
      <FormField label="Collection" complaint={complaint('collection')}>
        {(control) => (
          <Suggest
            {...control}
            placeholder="logs"
            suggestions={collections}
            value={draft.collection}
            onType={(collection) => onChange({ ...draft, collection }, 'collection')}
          />
        )}
      </FormField>
      <FormField label="documentID" complaint={complaint('documentID')}>
        {(control) => (
          <TextField
            {...control}
            placeholder="any"
            value={draft.documentID}
            onChange={({ currentTarget }) => onChange({ ...draft, documentID: currentTarget.value }, 'documentID')}
          />
        )}
      </FormField>
    </div>
  );
}
