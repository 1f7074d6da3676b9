import { Builder } from '#features/datastore/stages/Builder.tsx';
import { FieldsPane } from './FieldsPane.tsx';
import { QueryPane } from './QueryPane.tsx';

/** Where a query is written: what is asked, its stages, the fields there are, and Run. */
export function QueryEditor() {
  return (
    <QueryPane>
      <Builder />
      <FieldsPane />
    </QueryPane>
  );
}
