import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { snippets } from '#api/snippets.ts';
import { stringify } from '#lib/json.ts';
import { type DatastoreState, datastorePath, parseDatastoreUrl } from '#paths/datastore.ts';
import { compile } from '#pipeline/compile.ts';
import { addCondition, type Draft, newCondition, type Query } from '#pipeline/draft.ts';
import { draftOf } from '#pipeline/drawStage.ts';
import type { TextFault } from '#pipeline/pipelineText.ts';
import { recentCollections, rememberCollection } from '#pipeline/recentCollections.ts';
import { keptQuery, withRun } from '#pipeline/savedQueries.ts';
import { valueDraft } from '#pipeline/value.ts';
import { useConnectionSettings } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import { DamagedLink } from '#ui/DamagedLink.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useSetting } from '#ui/useSetting.ts';
import { Builder } from './Builder.tsx';
import classes from './DatastorePage.module.css';
import { FieldsPane } from './FieldsPane.tsx';
import { FirstLook } from './FirstLook.tsx';
import { useFieldsSeen } from './fieldsStore.ts';
import { HistoryMenu } from './HistoryMenu.tsx';
import { QueryPane } from './QueryPane.tsx';
import { pastRuns } from './queryShelf.ts';
import { Results } from './Results.tsx';
import { RunBar } from './RunBar.tsx';
import { rejectionOf } from './rejection.ts';
import { SavedMenu } from './SavedMenu.tsx';
import { SourceFields } from './SourceFields.tsx';
import { useAsk } from './useAsk.ts';
import { identity, useDraft } from './useDraft.ts';
import { type Pages, usePages } from './usePages.ts';

/** The URL holds the query that was run last; what is being edited is a draft until it is run. */
export function DatastorePage() {
  const connection = useConnection();
  const { state, dropped, show } = useDatastoreUrl();
  const { firstPage, extensions } = useConnectionSettings();
  const editing = useDraft(connection.id, state);
  const pages = usePages(state, firstPage);
  const { current } = pages;
  const collections = useCollections(connection.id);
  useHistory(connection.id, state, pages);
  const ask = useAsk(firstPage);
  const autoRefresh = useAutoRefresh();
  const [complained, setComplained] = useState(0);
  const shown = useShown(state, current.data !== undefined && !current.isPlaceholderData);
  const [fault, setFault] = useState<TextFault>();
  const [cancelled, setCancelled] = useState(false);
  const whole = !state.pipeline.some(({ entries }) =>
    entries.some(([name, type]) => name === 'type' && type !== 'match' && type !== 'sort'),
  );
  const seen = useFieldsSeen(connection.id, (current.isPlaceholderData ? shown.current : state)?.collection ?? '', {
    documents: current.data?.documents,
    whole,
  });
  const { draft, compiled } = editing;
  const rejected = rejectionOf(current.error, { ...state, sent: editing.sent }, draft);
  const complaints = complained > 0 && !('query' in compiled) ? compiled.complaints : undefined;
  const complaintAt = (place: string) =>
    complaints?.get(place)?.message ?? (rejected?.at === place ? rejected.message : undefined);

  const runDraft = (next: Draft, says = compile(next)) => {
    if (fault) return;
    if (!('query' in says)) {
      setComplained((times) => times + 1);
      return;
    }
    const { query, cards } = says;
    setCancelled(false);
    rememberCollection(connection.id, query.collection);
    editing.expect(query, cards);
    if (identity(query) === identity(state) && state.page === 1) void current.refetch();
    else show({ ...query, page: 1 });
  };
  const applyAndRun = (next: Draft) => {
    editing.change(next);
    runDraft(next);
  };
  const open = (query: Query) => applyAndRun(draftOf(query));
  const cancel = () => {
    void pages.cancel();
    setCancelled(true);
    // what is shown is the query before: the link says so too
    const back = shown.current;
    if (!current.isPlaceholderData || !back) return;
    editing.expect(back, editing.sent);
    show(back, true);
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) runDraft(draft);
    else if (event.key === 'Escape' && current.isFetching && !event.defaultPrevented) cancel();
    else return;
    event.preventDefault();
  };
  const only = (field: string, value: unknown, not: boolean) => {
    const condition = newCondition(field, valueDraft(value));
    editing.change(addCondition(draft, not ? { ...condition, operator: 'isNot' } : condition));
  };

  return (
    <>
      <title>{`${state.collection || 'Datastore'} · Fleetlens`}</title>
      <PageHeader
        title="Datastore"
        aside={
          <>
            {state.collection && <CopyAs choices={snippets(connection, 'pipeline', pages.request)} />}
            <Freshness
              asOf={current.data?.fetchedAt}
              stale={current.isRefetchError}
              refreshing={current.isFetching}
              onRefresh={() => void current.refetch()}
              autoRefresh={autoRefresh}
            />
          </>
        }
      />
      <DamagedLink dropped={dropped} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through */}
      <div className={classes['split']} onKeyDown={byKey}>
        <QueryPane
          draft={draft}
          complained={complained}
          rejectedAt={rejected ? current.errorUpdatedAt : 0}
          runBar={
            <RunBar
              running={current.isFetching}
              edited={editing.edited && state.collection !== ''}
              cancelled={cancelled}
              waitsFor={fault && `waits for line ${fault.line}`}
              latency={current.data?.latency}
              onRun={() => runDraft(draft)}
              onCancel={cancel}
            />
          }
        >
          <Builder
            editing={editing}
            seen={seen}
            extensions={extensions}
            rejected={rejected}
            complained={complained}
            ask={ask}
            onFault={setFault}
            shelf={
              <>
                <SavedMenu connectionId={connection.id} draft={draft} onOpen={open} />
                <HistoryMenu connectionId={connection.id} onOpen={open} />
              </>
            }
          >
            <SourceFields draft={draft} onChange={editing.change} collections={collections} complaint={complaintAt} />
          </Builder>
          <FieldsPane
            seen={seen}
            collection={state.collection}
            onAdd={(field) => editing.change(addCondition(draft, newCondition(field.name, field.starter)))}
          />
        </QueryPane>
        <section className={classes['right']} aria-label="Results">
          {state.collection ? (
            <Results
              state={state}
              pages={pages}
              seen={seen}
              edited={editing.edited}
              rejected={rejected?.name}
              draft={draft}
              ask={ask}
              onShow={show}
              onMend={applyAndRun}
              onOnly={only}
            />
          ) : (
            <FirstLook collections={collections} extensions={extensions} onRun={applyAndRun} onDraft={editing.change} />
          )}
        </section>
      </div>
    </>
  );
}

/** Keeps what was run and what it gave, once for each answer of a first page. */
function useHistory(connectionId: string, state: DatastoreState, { current, more }: Pages) {
  const answer = current.isPlaceholderData || state.page > 1 ? undefined : current.data;
  const text = stringify(keptQuery(state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all of the query
  useEffect(() => {
    if (!answer || more === 'unknown') return;
    const runs = pastRuns(connectionId);
    const { fetchedAt: at, latency: ms, documents } = answer;
    runs.set(withRun(runs.get(), { ...keptQuery(state), at, rows: documents.length, more: more === 'yes', ms }));
  }, [connectionId, text, answer, more]);
}

/** What the address says, and the way to another one. */
function useDatastoreUrl() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const show = (change: Partial<DatastoreState>, replace = false) => {
    void navigate(datastorePath({ ...state, ...change }), { replace });
  };
  const { state, dropped } = parseDatastoreUrl(search, hash);
  return { state, dropped, show };
}

/** The query and page that the rows on the screen belong to. */
function useShown(state: DatastoreState, settled: boolean) {
  const shown = useRef<DatastoreState & Query>(undefined);
  if (settled) shown.current = state;
  return shown;
}

/** The host's collections, then those that were run on this connection. */
function useCollections(connectionId: string): readonly string[] {
  const host = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(connectionId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}
