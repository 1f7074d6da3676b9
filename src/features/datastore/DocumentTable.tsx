import { ExactNumber, type JsonObject } from '#lib/json.ts';
import { Value } from '#ui/Value.tsx';
import classes from './DocumentTable.module.css';

/** One page of documents, a column for every field that any of them has; a missing field is an empty cell, null is not. */
export function DocumentTable({ documents }: { documents: readonly JsonObject[] }) {
  const columns = columnsOf(documents);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label="Documents as a table">
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map(({ field, numeric }) => (
              <th key={field} scope="col" data-numeric={numeric || undefined}>
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map((document, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page's rows never move, and documentID may be projected away
            <tr key={row}>
              {columns.map(({ field, numeric }) => (
                <td
                  key={field}
                  data-testid={`cell-${field}`}
                  data-numeric={numeric || undefined}
                  data-field={field === 'documentID' || undefined}
                >
                  <span className={classes['cell']} title={titleOf(document, field)}>
                    {Object.hasOwn(document, field) && <Value value={document[field]} />}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** documentID first, the others in the order they are met; a column of numbers alone stands right. */
function columnsOf(documents: readonly JsonObject[]): { field: string; numeric: boolean }[] {
  const fields = new Set(documents.flatMap((document) => Object.keys(document)));
  const ordered = fields.delete('documentID') ? ['documentID', ...fields] : [...fields];
  return ordered.map((field) => ({
    field,
    numeric: documents.every((document) => !Object.hasOwn(document, field) || isNumber(document[field])),
  }));
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function titleOf(document: JsonObject, field: string): string | undefined {
  const value = document[field];
  return typeof value === 'string' ? value : undefined;
}
