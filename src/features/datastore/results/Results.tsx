import { type ReactNode, useEffect, useState } from 'react';
import type { PipelineAnswer } from '#api/pipeline.ts';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { PastTheEnd, WhyNothing } from '#features/datastore/noRows/NoDocuments.tsx';
import { Trouble } from '#features/datastore/noRows/Trouble.tsx';
import { querySentence } from '#features/datastore/query/QueryPane.tsx';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { GATHERED_MAX } from '#pipeline/ask/gatheredRows.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { StatusLine } from '#ui/page/Bars.tsx';
import { within } from '#ui/page/place.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { CountRows } from './CountRows.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import classes from './Results.module.css';
import { ResultsBar } from './ResultsBar.tsx';
import { ResultsPlace, useResults } from './ResultsPlace.tsx';
import type { Pages } from './usePages.ts';
import type { Rows } from './useRows.ts';

const ResultChart = loaded(async () => (await import('#features/datastore/chart/ResultChart.tsx')).ResultChart, {
  waiting: () => <Waiting label="Loading the chart" rows={6} />,
});

export const Results = within(ResultsPlace, Found);

function Found() {
  const { state, pages } = useDatastore();
  const { runs } = useEditing();
  const { rows } = useResults();
  const { data, error, isFetching, isPlaceholderData } = pages.current;
  const [opened, setOpened] = useState<number>();
  const settled = data !== undefined && !isPlaceholderData;
  const none = settled && data.documents.length === 0 && rows.documents.length === 0;
  // the rows of the previous query stay visible when the next query fails
  const stale = data === undefined && error !== null && rows.documents.length > 0;
  // the chart reads all pages and has its own status line
  const charted = state.view === 'chart' && rows.documents.length > 0;
  const landing = useLanding();
  const news = rows.fresh?.size ?? 0;
  const isComplete = settled && !isFetching && !rows.loading.running;
  useAnnouncement(isComplete ? getResultMessage(rows, state.page, pages, runs) : undefined, 'results', runs);
  // the live region is outside React
  useEffect(() => {
    if (news > 0) announce(pluralize(news, 'new document'), 'new documents');
  }, [news]);
  return (
    <>
      {isFetching && <ProgressLine label="Running" />}
      <ResultsBar />
      <Trouble />
      {stale && <RowsBefore />}
      {(data || stale) && (
        <div className={classes['split']}>
          <Answer onOpen={setOpened}>
            {none && state.page > 1 && <PastTheEnd onFound={landing.land} />}
            {none && state.page === 1 && <WhyNothing />}
          </Answer>
          {opened !== undefined && rows.documents[opened] && (
            <DocumentDrawer row={opened} onRow={setOpened} onClose={() => setOpened(undefined)} />
          )}
        </div>
      )}
      {settled && rows.documents.length > 0 && !charted && (
        <div className={`${classes['more']} ${shared['wrap']}`}>
          <LoadMore />
          {data.total === undefined && <CountRows />}
        </div>
      )}
      {data && !charted && <ResultsStatus data={data} />}
      {settled && landing.notice}
    </>
  );
}

/** Announcement of a page of results; an empty result announces itself when it is rendered. */
function getResultMessage({ documents, more }: Rows, page: number, { size, current }: Pages, runs: number): string {
  if (documents.length === 0) return runs > 0 ? 'No documents' : '';
  const total = current.data?.total;
  const end = total !== undefined ? ` of ${formatCount(total)}` : more === 'no' ? ', the end' : '';
  const first = page === 1 ? 1 : size === undefined ? undefined : (page - 1) * size + 1;
  if (first === undefined) return `Page ${formatCount(page)}, ${pluralize(documents.length, 'row')}${end}`;
  return `rows ${formatCount(first)}–${formatCount(first + documents.length - 1)}${end}`;
}

/** Replaces a page past the end by the last page and shows a notice there. */
function useLanding() {
  const { state, show } = useDatastore();
  const { page } = state;
  const [landed, setLanded] = useState<{ from: number; to: number }>();
  const land = (to: number) => {
    setLanded({ from: page, to });
    show({ page: to }, true);
  };
  const notice = landed?.to === page && (
    <NoticeLine title={`There is no page ${formatCount(landed.from)}.`} onDismiss={() => setLanded(undefined)}>
      This is the last one, page {formatCount(landed.to)}.
    </NoticeLine>
  );
  return { land, notice };
}

type AnswerProps = { onOpen: (document: number) => void; children: ReactNode };

/** The rows in the chosen view; `children` is the empty state. */
function Answer({ onOpen, children }: AnswerProps) {
  const { state, pages } = useDatastore();
  const { documents } = useResults().rows;
  const { data, isFetching, isPlaceholderData } = pages.current;
  const { damaged = 0 } = data ?? {};
  return (
    <div
      className={classes['answer']}
      data-old={isPlaceholderData || data === undefined || undefined}
      aria-busy={isFetching}
    >
      {children}
      {documents.length > 0 && state.view === 'table' && <DocumentTable onOpen={onOpen} />}
      {documents.length > 0 && state.view === 'json' && <JsonView value={documents} label="documents" fill />}
      {documents.length > 0 && state.view === 'chart' && <ResultChart />}
      {damaged > 0 && (
        <p className={classes['damaged']}>
          {damaged === 1
            ? '1 entry of this page is no document and was left out.'
            : `${damaged} entries of this page are no documents and were left out.`}
        </p>
      )}
    </div>
  );
}

function RowsBefore() {
  const { onScreen } = useDatastore();
  if (!onScreen) return null;
  return (
    <p className={`${classes['more']} ${shared['wrap']}`}>
      <Tag tone="attention">rows of the query before</Tag>
      {querySentence(draftOf(onScreen.linked))}
    </p>
  );
}

function LoadMore() {
  const { documents, more, full, loading, load } = useResults().rows;
  if (loading.running) {
    return (
      <>
        <span>{formatCount(loading.rows)} rows loaded</span>
        <Button onClick={loading.cancel} aria-label="Cancel loading">
          Cancel
        </Button>
      </>
    );
  }
  if (full) return <span>{formatCount(GATHERED_MAX)} rows are as many as one view holds.</span>;
  if (more !== 'yes' && !loading.error) return null;
  const amounts = [1000, GATHERED_MAX].filter((amount) => amount > documents.length);
  return (
    <>
      {loading.error && <span>Not all were loaded: {loading.error.message}</span>}
      <Button look="link" onClick={() => load(documents.length + 1)}>
        Load more
      </Button>
      {amounts.map((amount) => (
        <Button key={amount} look="link" onClick={() => load(amount)}>
          <span data-spoken="phone">Load </span>up to {formatCount(amount)}
        </Button>
      ))}
    </>
  );
}

function ResultsStatus({ data }: { data: PipelineAnswer }) {
  const { page } = useDatastore().state;
  const { rows, arrangement, following, count } = useResults();
  const { documents, until, more, fresh } = rows;
  // requests of the running or finished count
  const requests = (count.result ?? count.progress)?.requests;
  const pages = until > page ? `pages ${formatCount(page)}–${formatCount(until)}` : `page ${formatCount(page)}`;
  const ready = more === 'yes' && until === page ? ` · page ${formatCount(page + 1)} is ready` : '';
  const news = following && fresh ? ` · following, ${formatCount(fresh.size)} new` : '';
  return (
    <StatusLine
      wraps
      aside={
        <span className={classes['cost']}>
          {`${formatCount(data.bytes)} bytes in ${Math.round(data.latency)} ms`}
          {ready}
        </span>
      }
    >
      {pluralize(documents.length, 'document')}, {arrangement.fields} fields · {pages}
      {news}
      {requests !== undefined && (
        <span className={classes['narrow']} aria-hidden>{` · counted with ${requests} requests`}</span>
      )}
    </StatusLine>
  );
}
