import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { snippets } from '#api/snippets.ts';
import { FirstLook } from '#features/datastore/noRows/NoDocuments.tsx';
import { FieldsPane } from '#features/datastore/query/FieldsPane.tsx';
import { QueryPane } from '#features/datastore/query/QueryPane.tsx';
import { leftRows } from '#features/datastore/results/leftRows.ts';
import { Results } from '#features/datastore/results/Results.tsx';
import { useColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { Builder } from '#features/datastore/stages/Builder.tsx';
import { addBasePath } from '#lib/basePath.ts';
import { toPlainText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { type DatastoreState, datastorePath } from '#paths/datastore.ts';
import type { ColumnChoice } from '#pipeline/documents/columnChoice.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { listDisabled } from '#pipeline/draft/query.ts';
import { useConnection } from '#session/session.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { within } from '#ui/page/place.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DatastorePage.module.css';
import { DatastorePlace, useDatastore, useEditing } from './DatastorePlace.tsx';
import { PaneEdge, usePaneEdge } from './PaneEdge.tsx';
import { identity } from './useDraft.ts';

export const DatastorePage = within(DatastorePlace, Explorer);

function Explorer() {
  const { state, dropped } = useDatastore();
  return (
    <>
      <title>{`${toPlainText(state.collection) || 'Datastore'} · Fleetlens`}</title>
      <DatastoreHeader />
      <DamagedLink dropped={dropped} />
      <Split
        query={
          <QueryPane>
            <Builder />
            <FieldsPane />
          </QueryPane>
        }
      >
        <section className={`${classes['right']} ${shared['column']}`} aria-label="Results" data-pane>
          {state.collection ? <Results /> : <FirstLook />}
        </section>
      </Split>
    </>
  );
}

const OVER_PAGE = 'dialog, [role="dialog"], [role="menu"], [role="listbox"]';

/** Excludes events that bubble through React from a portal: popovers in a portal close themselves. */
function isWithin({ target, currentTarget }: KeyboardEvent): boolean {
  return !(target instanceof Node) || currentTarget.contains(target);
}

/** The two panes and the splitter between them. Handles the keyboard shortcuts for Run and Cancel. */
function Split({ query, children }: { query: ReactNode; children: ReactNode }) {
  const { byKey } = useEditing();
  const { ref, width: pageWidth } = useElementSize();
  // the focus may be outside the panes, in the heading or the frame; open overlays keep their own keys
  useWindowEvent('keydown', (event) => {
    const isOver = event.target instanceof Element && event.target.closest(OVER_PAGE) !== null;
    if (!event.defaultPrevented && !isOver) byKey(event, false);
  });
  const { width, edge } = usePaneEdge(pageWidth);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through
    <div
      ref={ref}
      className={classes['split']}
      style={width === undefined ? undefined : ({ '--query': `${width}px` } as CSSProperties)}
      onKeyDown={(event) => byKey(event, !isWithin(event))}
    >
      {query}
      <PaneEdge edge={edge} />
      {children}
    </div>
  );
}

function DatastoreHeader() {
  const { savedId, state, linked, pages } = useDatastore();
  const { cancel, draft, edited } = useEditing();
  const { choice } = useColumnChoice(savedId, state.collection);
  const connection = useConnection();
  const { current, request } = pages;
  const choices = useMemo(() => snippets(connection, 'pipeline', request), [connection, request]);
  const rowsKey = JSON.stringify([savedId, `${identity(state)} ${state.page}`]);
  const sort = () => leftRows(rowsKey)?.sort ?? linked.sort ?? [];
  return (
    <PageHeader
      title="Datastore"
      aside={
        <>
          <Freshness
            asOf={current.data?.fetchedAt}
            stale={current.isRefetchError}
            refresh={{ running: current.isFetching, run: () => void current.refetch(), cancel }}
          />
          {state.collection && (
            <PageMenu
              label="More of this query"
              requests={choices}
              link={() => createLink(linked, request, { choice, draft, edited, sort })}
            />
          )}
        </>
      }
    />
  );
}

/** Maximum length of a link, in characters; other programs truncate longer ones. */
const LINK_MAX = 8000;

type Arranged = { choice: ColumnChoice; draft: Draft; edited: boolean; sort: () => readonly GridSort[] };

/** Returns the link to the current view, or the query as JSON if the link is too long; `note` lists omitted state. */
function createLink(state: DatastoreState, request: object, arranged: Arranged) {
  const { choice, draft, edited } = arranged;
  const { off, incomplete } = listDisabled(draft);
  const sort = arranged.sort();
  const { columns: _, hidden: __, sort: ___, off: ____, ...query } = state;
  const linked = {
    ...query,
    ...(choice.order.length > 0 && { columns: choice.order }),
    ...(choice.hidden.length > 0 && { hidden: choice.hidden }),
    ...(sort.length > 0 && { sort }),
    ...(off.length > 0 && !edited && { off }),
  };
  const text = new URL(addBasePath(datastorePath(linked)), location.origin).href;
  if (text.length > LINK_MAX) {
    return { text: stringifyJson(request, 2), note: 'It is too long for a link: this is the query as JSON.' };
  }
  const notes = [
    edited ? 'Changes that were not run are not part of it.' : '',
    incomplete > 0 ? 'An incomplete stage that is switched off is not part of it.' : '',
  ];
  return { text, note: notes.filter(Boolean).join(' ') };
}
