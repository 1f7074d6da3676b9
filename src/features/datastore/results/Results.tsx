import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { ExportLine } from '#features/datastore/export/ExportLine.tsx';
import { AwaitedTable } from '#features/datastore/noRows/AwaitedTable.tsx';
import { PastTheEnd } from '#features/datastore/noRows/PastTheEnd.tsx';
import { Rejected, Unplaced } from '#features/datastore/noRows/Refused.tsx';
import { isUnplaced } from '#features/datastore/noRows/rejection.ts';
import { WhyNothing } from '#features/datastore/noRows/WhyNothing.tsx';
import { formatCount } from '#lib/counts.ts';
import { knownColumns } from '#pipeline/ask/standingFields.ts';
import { withRange } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import type { ValueDraft } from '#pipeline/draft/value.ts';
import { announce } from '#ui/browser/announce.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { isAwaited, QueryState } from '#ui/states/QueryState.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { LoadMore } from './LoadMore.tsx';
import classes from './Results.module.css';
import { ResultsBar } from './ResultsBar.tsx';
import { ResultsPlace, useResults } from './ResultsPlace.tsx';
import { ResultsStatus } from './ResultsStatus.tsx';

const ResultChart = loaded(async () => (await import('#features/datastore/chart/ResultChart.tsx')).ResultChart, {
  waiting: () => <Waiting label="Loading the chart" rows={6} />,
});

/** What the applied query gives, and the ways through it. */
export function Results() {
  return (
    <ResultsPlace>
      <Found />
    </ResultsPlace>
  );
}

function Found() {
  const { state, pages } = useDatastore();
  const { rows } = useResults();
  const { data, isFetching, isPlaceholderData } = pages.current;
  const [opened, setOpened] = useState<number>();
  const bar = useRef<HTMLDivElement>(null);
  const settled = data !== undefined && !isPlaceholderData;
  const none = settled && data.documents.length === 0 && rows.documents.length === 0;
  const landing = useLanding();
  useNewsSpoken(rows.fresh?.size ?? 0);
  return (
    <>
      {isFetching && <ProgressLine label="Running" />}
      <ResultsBar ref={bar} />
      <Trouble />
      {data && (
        <Answer onOpen={setOpened}>
          {none && state.page > 1 && <PastTheEnd onFound={landing.land} />}
          {none && state.page === 1 && <WhyNothing />}
        </Answer>
      )}
      {settled && rows.documents.length > 0 && <LoadMore />}
      <ExportLine />
      {data && <ResultsStatus data={data} />}
      {opened !== undefined && rows.documents[opened] && (
        <DocumentDrawer
          row={opened}
          top={bar.current?.getBoundingClientRect().bottom ?? 0}
          onRow={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {settled && landing.notice}
    </>
  );
}

/** What stands where an answer is not, or could not be renewed. */
function Trouble() {
  const { state, pages, seen } = useDatastore();
  const { rejected, failing } = useEditing();
  const columns = useMemo(() => knownColumns(draftOf(state).stages, seen), [state, seen]);
  const { current } = pages;
  const { data, error, isFetching } = current;
  if (rejected) return <Rejected rejected={rejected} />;
  // a stage that was found and is there no more is not looked for again
  const searched = failing?.error === error && failing.at >= 0;
  if (isUnplaced(error) && !searched && !isFetching && data === undefined && state.pipeline.length > 0) {
    return <Unplaced key={current.errorUpdatedAt} error={error} />;
  }
  const awaited = isAwaited(current);
  if (awaited && columns.length > 0) return <AwaitedTable columns={columns} />;
  return (
    <div className={classes['state']} data-awaited={awaited || undefined}>
      <QueryState query={current} subject="the documents" />
    </div>
  );
}

/** The way from a page that there is not to the last one, and the notice of it there. */
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

type AnswerProps = {
  onOpen: (document: number) => void;
  /** What stands there without rows. */
  children: ReactNode;
};

/** The rows as they are looked at. */
function Answer({ onOpen, children }: AnswerProps) {
  const { state, pages } = useDatastore();
  const { documents } = useResults().rows;
  const { data, isFetching, isPlaceholderData } = pages.current;
  const { damaged = 0 } = data ?? {};
  return (
    <div className={classes['answer']} data-old={isPlaceholderData || undefined} aria-busy={isFetching}>
      {children}
      {documents.length > 0 && state.view === 'table' && <DocumentTable onOpen={onOpen} />}
      {documents.length > 0 && state.view === 'json' && <JsonView value={documents} label="documents" fill />}
      {documents.length > 0 && state.view === 'chart' && <Chart />}
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

function Chart() {
  const { state, extensions, show } = useDatastore();
  const { draft, apply } = useEditing();
  const { rows, arrangement } = useResults();
  const match = (field: string, from: ValueDraft, to: ValueDraft) => apply(withRange(draft, field, from, to));
  return (
    <ResultChart
      documents={rows.documents}
      columns={arrangement.met}
      state={state}
      onShow={show}
      onMatch={extensions.includes('operators') ? match : undefined}
    />
  );
}

/** Says how many documents a renewal brought. */
function useNewsSpoken(count: number): void {
  // a screen reader is outside React
  useEffect(() => {
    if (count > 0) announce(`${formatCount(count)} new ${count === 1 ? 'document' : 'documents'}`, 'new documents');
  }, [count]);
}
