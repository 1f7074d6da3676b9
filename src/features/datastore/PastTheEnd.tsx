import { useEffect } from 'react';
import type { DatastoreState } from '#paths/datastore.ts';
import { lastPage } from '#pipeline/countRows.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useWork } from '#ui/useWork.ts';
import type { Ask } from './useAsk.ts';

type Props = {
  state: DatastoreState;
  ask: Ask;
  onShow: (change: Partial<DatastoreState>, replace?: boolean) => void;
};

/** A page beyond the last: looks for the last one, and leads there. */
export function PastTheEnd({ state, ask, onShow }: Props) {
  const { page } = state;
  const found = useWork<never, number>(`${page}`, (signal) =>
    lastPage(async (asked) => (await ask(state, asked, signal)).documents.length, page, signal),
  );
  const { start, result, error } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever else is drawn again
  useEffect(start, [page]);
  const title = `Page ${page.toLocaleString('en')} is past the end`;
  if (error) {
    return (
      <EmptyState title={title} action={{ label: 'First page', run: () => onShow({ page: 1 }) }}>
        Where the end is could not be found out: {error.message}
      </EmptyState>
    );
  }
  if (result === undefined) {
    return (
      <EmptyState title={title} further={<Button onClick={() => onShow({ page: 1 })}>First page</Button>}>
        Looking for the last page …
      </EmptyState>
    );
  }
  const words = result === 0 ? 'There are no documents at all.' : `The last page is ${result.toLocaleString('en')}.`;
  return (
    <EmptyState
      title={title}
      action={{
        label: result > 1 ? `Go to page ${result.toLocaleString('en')}` : 'First page',
        run: () => onShow({ page: Math.max(1, result) }, true),
      }}
    >
      {words}
    </EmptyState>
  );
}
