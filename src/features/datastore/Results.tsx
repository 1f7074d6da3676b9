import { useAutoRefresh } from '#api/autoRefresh.ts';
import { snippets } from '#api/snippets.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { useConnection } from '#session/session.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { JsonView } from '#ui/JsonView.tsx';
import { Pane } from '#ui/Pane.tsx';
import { problemDetail } from '#ui/Problem.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { Pager } from './Pager.tsx';
import classes from './Results.module.css';
import type { Pages } from './usePages.ts';

type Props = {
  state: DatastoreState;
  pages: Pages;
  /** The part of the query that says itself what the service said about it. */
  rejected: string | undefined;
  onShow: (change: Partial<DatastoreState>) => void;
};

export function Results({ state, pages, rejected, onShow }: Props) {
  const { data, error, isFetching, isPlaceholderData, isRefetchError, refetch } = pages.current;
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  if (!state.collection) {
    return (
      <EmptyState title="No query yet">
        Name a collection and press Run. A match stage keeps the documents that have a value; a project stage keeps some
        of their fields.
      </EmptyState>
    );
  }
  return (
    <Pane
      title="Documents"
      aside={
        <div className={classes['controls']}>
          <Segmented
            label="View"
            options={[
              { value: 'table', label: 'Table' },
              { value: 'json', label: 'JSON' },
            ]}
            value={state.view}
            onPick={(view) => onShow({ view })}
          />
          <CopyAs choices={snippets(connection, 'pipeline', pages.request)} />
          <Freshness
            asOf={data?.fetchedAt}
            stale={isRefetchError}
            refreshing={isFetching}
            onRefresh={() => void refetch()}
            autoRefresh={autoRefresh}
          />
        </div>
      }
    >
      {rejected === undefined ? (
        <QueryState
          query={pages.current}
          queryKey={pages.queryKey}
          subject="the documents"
          cancelElsewhere
          height={24}
        />
      ) : (
        <EmptyState title={`The service rejected ${rejected}`}>
          <p>It says why there. Change it and run the query again.</p>
          <code>{problemDetail(error)}</code>
        </EmptyState>
      )}
      {data && (
        <div className={classes['answer']} data-old={isPlaceholderData || undefined} aria-busy={isFetching}>
          {data.documents.length === 0 && <Empty state={state} onShow={onShow} />}
          {data.documents.length > 0 && state.view === 'table' && (
            <DocumentTable documents={data.documents} busy={isFetching} />
          )}
          {data.documents.length > 0 && state.view === 'json' && <JsonView value={data.documents} label="documents" />}
          {data.damaged > 0 && (
            <p className={classes['damaged']}>
              {data.damaged === 1
                ? '1 entry of this page is no document and was left out.'
                : `${data.damaged} entries of this page are no documents and were left out.`}
            </p>
          )}
          <Pager state={state} rows={data.documents.length} total={data.total} more={pages.more} onShow={onShow} />
        </div>
      )}
    </Pane>
  );
}

function Empty({ state, onShow }: Pick<Props, 'state' | 'onShow'>) {
  if (state.page > 1) {
    return (
      <EmptyState
        title={`Page ${state.page} is past the end`}
        action={{ label: 'First page', run: () => onShow({ page: 1 }) }}
      >
        There are no documents this far.
      </EmptyState>
    );
  }
  const restricted = state.pipeline.length > 0 || state.documentID !== '';
  return (
    <EmptyState title="No documents">
      {restricted
        ? 'No document passes this query, or the collection does not exist.'
        : `The collection “${state.collection}” is empty or does not exist.`}
    </EmptyState>
  );
}
