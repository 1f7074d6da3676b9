import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { FirstLook } from '#features/datastore/noRows/FirstLook.tsx';
import { type Found, rejectionOf } from '#features/datastore/noRows/rejection.ts';
import { useFieldsSeen } from '#features/datastore/query/fieldsStore.ts';
import { QueryEditor } from '#features/datastore/query/QueryEditor.tsx';
import { useQueryRun } from '#features/datastore/query/useQueryRun.ts';
import { Results } from '#features/datastore/results/Results.tsx';
import { type Pages, usePages } from '#features/datastore/results/usePages.ts';
import { pastRuns } from '#features/datastore/shelf/queryShelf.ts';
import { type DatastoreState, datastorePath, parseDatastoreUrl } from '#paths/datastore.ts';
import { addCondition, replaceStage } from '#pipeline/draft/draft.ts';
import { recentCollections } from '#pipeline/draft/recentCollections.ts';
import { keptQuery, withRun } from '#pipeline/draft/savedQueries.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import { valueDraft } from '#pipeline/draft/value.ts';
import { useConnectionInUse, useConnectionSettings } from '#session/connections.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { DatastoreHeader } from './DatastoreHeader.tsx';
import classes from './DatastorePage.module.css';
import { useAsk } from './useAsk.ts';
import { useDraft } from './useDraft.ts';

/** The URL holds the query that was run last; what is being edited is a draft until it is run. */
export function DatastorePage() {
  const { id: savedId } = useConnectionInUse();
  const { firstPage, extensions } = useConnectionSettings();
  const { state, dropped, show } = useDatastoreUrl();
  const editing = useDraft(savedId, state);
  const pages = usePages(state, firstPage);
  const running = useQueryRun({ savedId, state, show, editing, pages });
  const ask = useAsk(firstPage);
  const collections = useCollections(savedId);
  useHistory(savedId, state, pages);
  const seen = useFieldsSeen(savedId, running.shown, pages.current.data?.documents);
  const { draft } = editing;
  const [found, setFound] = useState<Found>();
  const [led, setLed] = useState(0);
  const rejected = rejectionOf(pages.current.error, { ...state, sent: editing.sent }, draft, found);
  const edit = (stage: StageDraft) => {
    if (stage.collapsed) editing.change(replaceStage(draft, { ...stage, collapsed: false }));
    setLed((times) => times + 1);
  };
  const only = (field: string, value: unknown, not: boolean) => {
    const condition = newCondition(field, valueDraft(value));
    editing.change(addCondition(draft, not ? { ...condition, operator: 'isNot' } : condition));
  };

  return (
    <>
      <title>{`${state.collection || 'Datastore'} · Fleetlens`}</title>
      <DatastoreHeader state={state} pages={pages} onCancel={running.cancel} />
      <DamagedLink dropped={dropped} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through */}
      <div className={classes['split']} onKeyDown={running.byKey}>
        <QueryEditor {...{ savedId, state, editing, running, pages, rejected, led, extensions, collections, ask }} />
        <section className={classes['right']} aria-label="Results">
          {state.collection ? (
            <Results
              {...{ savedId, state, pages, seen, extensions, draft, ask }}
              edited={editing.edited}
              rejected={rejected}
              found={found}
              onFound={setFound}
              onEdit={edit}
              onShow={show}
              onRun={running.apply}
              onDraft={editing.change}
              onOnly={only}
            />
          ) : (
            <FirstLook
              collections={collections}
              extensions={extensions}
              onRun={running.apply}
              onDraft={editing.change}
            />
          )}
        </section>
      </div>
    </>
  );
}

/** Keeps what was run and what it gave, once for each answer of a first page. */
function useHistory(savedId: string, state: DatastoreState, { current, more }: Pages) {
  const answer = current.isPlaceholderData || state.page > 1 ? undefined : current.data;
  useEffect(() => {
    if (!answer || more === 'unknown') return;
    const runs = pastRuns(savedId);
    const { fetchedAt: at, latency: ms, documents } = answer;
    runs.set(withRun(runs.get(), { ...keptQuery(state), at, rows: documents.length, more: more === 'yes', ms }));
  }, [savedId, state, answer, more]);
}

/** What the address says, and the way to another one. */
function useDatastoreUrl() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = useMemo(() => parseDatastoreUrl(search, hash), [search, hash]);
  const show = (change: Partial<DatastoreState>, replace = false) => {
    void navigate(datastorePath({ ...state, ...change }), { replace });
  };
  return { state, dropped, show };
}

/** The host's collections, then those that were run on this connection. */
function useCollections(savedId: string): readonly string[] {
  const host = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}
