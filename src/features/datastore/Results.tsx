import { useState } from 'react';
import type { DatastoreState } from '#paths/datastore.ts';
import type { Draft } from '#pipeline/draft.ts';
import { draftOf } from '#pipeline/drawStage.ts';
import type { FieldsSeen } from '#pipeline/fieldsSeen.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { JsonView } from '#ui/JsonView.tsx';
import { problemDetail } from '#ui/Problem.tsx';
import { ProgressLine } from '#ui/ProgressLine.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { StatusLine } from '#ui/StatusLine.tsx';
import { Tag } from '#ui/Tag.tsx';
import { CountRows } from './CountRows.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { ExportLine } from './ExportLine.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { Pager } from './Pager.tsx';
import { PastTheEnd } from './PastTheEnd.tsx';
import classes from './Results.module.css';
import type { Ask } from './useAsk.ts';
import { identity } from './useDraft.ts';
import { useExport } from './useExport.ts';
import type { Pages } from './usePages.ts';
import { WhyNothing } from './WhyNothing.tsx';

type Props = {
  state: DatastoreState;
  pages: Pages;
  seen: FieldsSeen;
  /** Whether the draft would ask for something else. */
  edited: boolean;
  /** The part of the query that says itself what the service said about it. */
  rejected: string | undefined;
  draft: Draft;
  ask: Ask;
  onShow: (change: Partial<DatastoreState>, replace?: boolean) => void;
  /** Takes over a draft and runs it. */
  onMend: (draft: Draft) => void;
  /** Adds a condition: only this value of a field, or not this one. */
  onOnly: (field: string, value: unknown, not: boolean) => void;
};

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON', name: 'Rows as JSON' },
] as const;

/** What the applied query gives, and the ways through it. */
export function Results({ state, pages, seen, edited, rejected, draft, ask, onShow, onMend, onOnly }: Props) {
  const { data, error, isFetching, isPlaceholderData } = pages.current;
  const [opened, setOpened] = useState<number>();
  const work = useExport(ask);
  const rows = data?.documents.length ?? 0;
  const settled = data !== undefined && !isPlaceholderData;
  const fields = new Set(data?.documents.flatMap((document) => Object.keys(document))).size;
  return (
    <>
      {isFetching && <ProgressLine label="Running" />}
      <div className={classes['bar']}>
        <Segmented label="View" options={VIEWS} value={state.view} onPick={(view) => onShow({ view })} />
        {settled && rows > 0 && (
          <>
            <Pager state={state} rows={rows} size={pages.size} total={data.total} more={pages.more} onShow={onShow} />
            {data.total === undefined && <CountRows query={state} ask={ask} />}
          </>
        )}
        {settled && rows > 0 && <ExportMenu query={state} page={state.page} rows={rows} work={work} />}
        {edited && settled && <Tag tone="attention">of the query before your edits</Tag>}
      </div>
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
          {rows === 0 && settled && state.page > 1 && <PastTheEnd state={state} ask={ask} onShow={onShow} />}
          {rows === 0 && settled && state.page === 1 && (
            <WhyNothing draft={edited ? draftOf(state) : draft} subject={identity(state)} ask={ask} onMend={onMend} />
          )}
          {rows > 0 && state.view === 'table' && (
            <DocumentTable documents={data.documents} busy={isFetching} onOpen={setOpened} onOnly={onOnly} />
          )}
          {rows > 0 && state.view === 'json' && <JsonView value={data.documents} label="documents" />}
          {data.damaged > 0 && (
            <p className={classes['damaged']}>
              {data.damaged === 1
                ? '1 entry of this page is no document and was left out.'
                : `${data.damaged} entries of this page are no documents and were left out.`}
            </p>
          )}
        </div>
      )}
      <ExportLine work={work} />
      {data && (
        <StatusLine
          aside={`${data.bytes.toLocaleString('en')} bytes in ${Math.round(data.latency)} ms${pages.more === 'yes' ? ` · page ${state.page + 1} is ready` : ''}`}
        >
          {rows} {rows === 1 ? 'document' : 'documents'}, {fields} fields · page {state.page}
        </StatusLine>
      )}
      {opened !== undefined && data?.documents[opened] && (
        <DocumentDrawer
          documents={data.documents}
          row={opened}
          seen={seen}
          onRow={setOpened}
          onClose={() => setOpened(undefined)}
          onOnly={onOnly}
        />
      )}
    </>
  );
}
