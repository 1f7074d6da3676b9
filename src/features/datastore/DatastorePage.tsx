import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { NoCollectionSelected } from '#features/datastore/emptyResult/EmptyResult.tsx';
import { FieldsPane } from '#features/datastore/query/FieldsPane.tsx';
import { QueryPane } from '#features/datastore/query/QueryPane.tsx';
import { Results } from '#features/datastore/results/Results.tsx';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { PipelineBuilder } from '#features/datastore/stages/PipelineBuilder.tsx';
import { addBasePath } from '#lib/basePath.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { listDisabledStages } from '#pipeline/draft/compileDraft.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { useConnection } from '#session/useSession.ts';
import { InvalidLinkNotice } from '#ui/notices/Notice.tsx';
import { withProvider } from '#ui/page/createProvider.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { RefreshControls } from '#ui/states/RefreshControls.tsx';
import shared from '#ui/theme/shared.module.css';
import { buildDatastoreUrl, type DatastoreState } from '#urls/datastore.ts';
import classes from './DatastorePage.module.css';
import { DatastoreProvider, useDatastore, useQueryEditorContext } from './DatastoreProvider.tsx';
import { SplitHandle, useSplitHandle } from './SplitHandle.tsx';

export const DatastorePage = withProvider(DatastoreProvider, DatastoreContent);

function DatastoreContent() {
  const { state, dropped } = useDatastore();
  return (
    <>
      <title>{`${toVisibleText(state.collection) || 'Datastore'} · Fleetlens`}</title>
      <DatastoreHeader />
      <InvalidLinkNotice droppedParts={dropped} />
      <SplitPanes
        query={
          <QueryPane>
            <PipelineBuilder />
            <FieldsPane />
          </QueryPane>
        }
      >
        <section className={`${classes['right']} ${shared['column']}`} aria-label="Results" data-pane>
          {state.collection ? <Results /> : <NoCollectionSelected />}
        </section>
      </SplitPanes>
    </>
  );
}

const OVERLAY_SELECTOR = 'dialog, [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * True for events of DOM descendants. React also bubbles events from portals, such as popovers, which handle their own
 * events.
 */
function isFromDescendant({ target, currentTarget }: KeyboardEvent): boolean {
  return !(target instanceof Node) || currentTarget.contains(target);
}

function SplitPanes({ query, children }: { query: ReactNode; children: ReactNode }) {
  const { handleKeyDown } = useQueryEditorContext().runs;
  const { ref, width: pageWidth } = useElementSize();
  // the focus may be outside the panes, in the heading or the frame; open overlays keep their own keys
  useWindowEvent('keydown', (event) => {
    const isInOverlay = event.target instanceof Element && event.target.closest(OVERLAY_SELECTOR) !== null;
    if (!event.defaultPrevented && !isInOverlay) handleKeyDown(event, false);
  });
  const { width, handle } = useSplitHandle(pageWidth);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of its controls
    <div
      ref={ref}
      className={classes['split']}
      style={width === undefined ? undefined : ({ '--query': `${width}px` } as CSSProperties)}
      onKeyDown={(event) => handleKeyDown(event, !isFromDescendant(event))}
    >
      {query}
      <SplitHandle handle={handle} />
      {children}
    </div>
  );
}

function DatastoreHeader() {
  const { savedConnectionId, state, urlQuery, pages } = useDatastore();
  const { runs, draft, edited } = useQueryEditorContext();
  const { choice } = useDocumentColumnChoice(savedConnectionId, state.collection);
  const linked = { ...urlQuery, columns: choice.order, hidden: choice.hidden };
  const connection = useConnection();
  const { current, request } = pages;
  const requestSnippets = useMemo(() => createRequestSnippets(connection, 'pipeline', request), [connection, request]);
  return (
    <PageHeader
      title="Datastore"
      aside={
        <>
          <RefreshControls
            updatedAt={current.data?.fetchedAt}
            stale={current.isRefetchError}
            refresh={{ running: current.isFetching, run: () => void current.refetch(), cancel: runs.cancel }}
          />
          {state.collection && (
            <PageMenu
              label="More query actions"
              requests={requestSnippets}
              pin={{
                link: buildDatastoreUrl({ ...linked, page: 1 }),
                ...(state.view === 'chart' && { show: 'chart' }),
              }}
              createLink={() => createQueryLink(linked, request, draft, edited)}
            />
          )}
        </>
      }
    />
  );
}

const LINK_MAX = 8000;

/** Creates a link to the current view, or the query as JSON if the link is too long. `note` lists omitted state. */
function createQueryLink(state: DatastoreState, request: object, draft: QueryDraft, hasUnsavedChanges: boolean) {
  const { off, incomplete } = listDisabledStages(draft);
  const link = buildDatastoreUrl({ ...state, off: hasUnsavedChanges ? [] : off });
  const text = new URL(addBasePath(link), location.origin).href;
  if (text.length > LINK_MAX) {
    return { text: stringifyJson(request, 2), note: 'The query is too long for a link, so it was copied as JSON.' };
  }
  const notes = [
    hasUnsavedChanges ? 'Changes that have not been run are not included.' : '',
    incomplete > 0 ? 'The incomplete stage that is switched off is not included.' : '',
  ];
  return { text, note: notes.filter(Boolean).join(' ') };
}
