import { useAutoRefresh } from '#api/autoRefresh.ts';
import { snippets } from '#api/snippets.ts';
import { useConnection } from '#session/session.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import type { Pages } from './usePages.ts';

type Props = {
  /** A collection is asked for. */
  named: boolean;
  pages: Pages;
  onCancel: () => void;
};

/** The page's first line: how old the rows are, how they are renewed, and the request to take elsewhere. */
export function DatastoreHeader({ named, pages, onCancel }: Props) {
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  const { current } = pages;
  return (
    <PageHeader
      title="Datastore"
      aside={
        <>
          {named && <CopyAs choices={snippets(connection, 'pipeline', pages.request)} />}
          <Freshness
            asOf={current.data?.fetchedAt}
            stale={current.isRefetchError}
            refreshing={current.isFetching}
            onRefresh={() => void current.refetch()}
            onCancel={onCancel}
            autoRefresh={autoRefresh}
          />
        </>
      }
    />
  );
}
