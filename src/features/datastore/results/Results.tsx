import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useExport } from '#features/datastore/export/documentExport.ts';
import { ExportLine } from '#features/datastore/export/ExportLine.tsx';
import { AwaitedTable } from '#features/datastore/noRows/AwaitedTable.tsx';
import { PastTheEnd } from '#features/datastore/noRows/PastTheEnd.tsx';
import { Rejected, Unplaced } from '#features/datastore/noRows/Refused.tsx';
import { type Found, isUnplaced, type Rejection } from '#features/datastore/noRows/rejection.ts';
import { WhyNothing } from '#features/datastore/noRows/WhyNothing.tsx';
import type { Ask } from '#features/datastore/useAsk.ts';
import { identity } from '#features/datastore/useDraft.ts';
import { useFollow } from '#features/datastore/useFollow.ts';
import { formatCount } from '#lib/counts.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { knownColumns } from '#pipeline/ask/standingFields.ts';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/drawStage.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { announce } from '#ui/browser/announce.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { isAwaited, QueryState } from '#ui/states/QueryState.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { useCount } from './CountRows.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { LoadMore } from './LoadMore.tsx';
import classes from './Results.module.css';
import { ResultsBar } from './ResultsBar.tsx';
import { ResultsStatus } from './ResultsStatus.tsx';
import { type DocumentColumns, useDocumentColumns } from './useDocumentColumns.ts';
import type { Pages } from './usePages.ts';
import { type Rows, useRows } from './useRows.ts';

const ResultChart = loaded(async () => (await import('#features/datastore/chart/ResultChart.tsx')).ResultChart, {
  waiting: () => <Waiting label="Loading the chart" rows={6} />,
});

type Props = {
  savedId: string;
  state: DatastoreState;
  pages: Pages;
  seen: FieldsSeen;
  extensions: readonly string[];
  /** Whether the draft would ask for something else. */
  edited: boolean;
  /** The part of the query that says itself what the service said about it. */
  rejected: Rejection | undefined;
  found: Found | undefined;
  onFound: (found: Found) => void;
  /** Leads to a stage. */
  onEdit: (stage: StageDraft) => void;
  draft: Draft;
  ask: Ask;
  onShow: (change: Partial<DatastoreState>, replace?: boolean) => void;
  /** Takes over a draft and runs it. */
  onRun: (draft: Draft) => void;
  /** Changes the draft alone. */
  onDraft: (draft: Draft) => void;
  /** Adds a condition: only this value of a field, or not this one. */
  onOnly: (field: string, value: unknown, not: boolean) => void;
};

/** What the applied query gives, and the ways through it. */
export function Results(props: Props) {
  const { savedId, state, pages, seen, edited, ask, onShow, onOnly, draft } = props;
  const { data, isFetching, isPlaceholderData } = pages.current;
  const follow = useFollow(props);
  const rows = useRows({ savedId, state, pages, ask, following: follow.following });
  const arrangement = useDocumentColumns(rows, savedId, state.collection);
  const [opened, setOpened] = useState<number>();
  const bar = useRef<HTMLDivElement>(null);
  const work = useExport(savedId, ask);
  const count = useCount(state, pages, ask);
  const settled = data !== undefined && !isPlaceholderData;
  const landing = useLanding(state.page, onShow);
  useNewsSpoken(rows);
  return (
    <>
      {isFetching && <ProgressLine label="Running" />}
      <ResultsBar
        ref={bar}
        sorts={props.extensions.includes('sort')}
        {...{ state, pages, rows, arrangement, edited: edited && settled, follow, work, count, onShow }}
      />
      <Trouble {...props} />
      {data && (
        <Answer {...props} rows={rows} arrangement={arrangement} onOpen={setOpened}>
          {settled && data.documents.length === 0 && rows.documents.length === 0 && (
            <Nothing {...props} draft={edited ? draftOf(state) : draft} onLand={landing.land} />
          )}
        </Answer>
      )}
      {settled && rows.documents.length > 0 && <LoadMore rows={rows} />}
      <ExportLine work={work} />
      {data && (
        <ResultsStatus
          {...{ data, rows, fields: arrangement.fields, page: state.page, following: follow.following }}
          requests={(count.result ?? count.progress)?.requests}
        />
      )}
      {opened !== undefined && rows.documents[opened] && (
        <DocumentDrawer
          documents={rows.documents}
          row={opened}
          seen={seen}
          top={bar.current?.getBoundingClientRect().bottom ?? 0}
          onRow={setOpened}
          onClose={() => setOpened(undefined)}
          onOnly={onOnly}
        />
      )}
      {settled && landing.notice}
    </>
  );
}

/** What stands where an answer is not, or could not be renewed. */
function Trouble(props: Props) {
  const { savedId, state, pages, seen, rejected, found, draft, ask, onFound, onEdit, onRun } = props;
  const known = useMemo(() => knownColumns(draftOf(state).stages, seen), [state, seen]);
  const { current, request } = pages;
  const { data, error, isFetching, refetch } = current;
  const retry = () => void refetch();
  if (rejected) return <Rejected {...{ rejected, error, draft, request, onRun, onEdit }} onRetry={retry} />;
  // a stage that was found and is there no more is not looked for again
  const searched = found?.error === error && found.at >= 0;
  if (isUnplaced(error) && !searched && !isFetching && data === undefined && state.pipeline.length > 0) {
    return <Unplaced key={current.errorUpdatedAt} {...{ state, error, request, ask, onFound }} onRetry={retry} />;
  }
  const awaited = isAwaited(current);
  if (awaited && known.length > 0) return <AwaitedTable {...{ savedId, collection: state.collection, known }} />;
  return (
    <div className={classes['state']} data-awaited={awaited || undefined}>
      <QueryState query={current} subject="the documents" />
    </div>
  );
}

/** The way from a page that there is not to the last one, and the notice of it there. */
function useLanding(page: number, onShow: Props['onShow']) {
  const [landed, setLanded] = useState<{ from: number; to: number }>();
  const land = (to: number) => {
    setLanded({ from: page, to });
    onShow({ page: to }, true);
  };
  const notice = landed?.to === page && (
    <NoticeLine title={`There is no page ${formatCount(landed.from)}.`} onDismiss={() => setLanded(undefined)}>
      This is the last one, page {formatCount(landed.to)}.
    </NoticeLine>
  );
  return { land, notice };
}

type AnswerProps = Props & {
  rows: Rows;
  arrangement: DocumentColumns;
  onOpen: (document: number) => void;
  /** What stands there without rows. */
  children: ReactNode;
};

/** The rows as they are looked at. */
function Answer({ rows, arrangement, onOpen, children, ...props }: AnswerProps) {
  const { state, pages, onOnly } = props;
  const { data, isFetching, isPlaceholderData } = pages.current;
  const { documents } = rows;
  const { damaged = 0 } = data ?? {};
  return (
    <div className={classes['answer']} data-old={isPlaceholderData || undefined} aria-busy={isFetching}>
      {children}
      {documents.length > 0 && state.view === 'table' && (
        <DocumentTable {...{ rows, arrangement, busy: isFetching, onOpen, onOnly }} />
      )}
      {documents.length > 0 && state.view === 'json' && <JsonView value={documents} label="documents" fill />}
      {documents.length > 0 && state.view === 'chart' && (
        <ResultChart {...props} rows={rows} arrangement={arrangement} />
      )}
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

/** Why there are no documents: past the end, or nothing passes. */
function Nothing({ state, draft, ask, onShow, onRun, onLand }: Props & { onLand: (page: number) => void }) {
  if (state.page > 1) return <PastTheEnd state={state} ask={ask} onFound={onLand} onShow={onShow} />;
  return <WhyNothing draft={draft} subject={identity(state)} ask={ask} onMend={onRun} />;
}

/** Says how many documents a renewal brought. */
function useNewsSpoken({ fresh }: Rows): void {
  const count = fresh?.size ?? 0;
  // a screen reader is outside React
  useEffect(() => {
    if (count > 0) announce(`${formatCount(count)} new ${count === 1 ? 'document' : 'documents'}`, 'new documents');
  }, [count]);
}
