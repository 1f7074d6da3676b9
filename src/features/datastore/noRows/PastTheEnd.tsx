import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { lastPage } from '#pipeline/ask/countRows.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { EmptyState } from '#ui/states/States.tsx';

type Props = {
  /** The last page was found; it is to be shown instead. */
  onFound: (page: number) => void;
};

/** A page beyond the last: looks for the last one, and goes there. */
export function PastTheEnd({ onFound }: Props) {
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
