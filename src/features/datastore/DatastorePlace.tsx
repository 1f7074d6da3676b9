import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { useFieldsSeen } from '#features/datastore/query/fieldsStore.ts';
import { type Editing, useEditingHere } from '#features/datastore/query/useEditingHere.ts';
import { type Pages, usePages } from '#features/datastore/results/usePages.ts';
import { type DatastoreState, datastorePath, parseDatastoreUrl } from '#paths/datastore.ts';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import { recentCollections } from '#pipeline/draft/recentCollections.ts';
import { keptQuery, pastRuns, withRun } from '#pipeline/draft/savedQueries.ts';
import { useConnectionInUse, useConnectionSettings } from '#session/connections.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { type Ask, useAsk } from './useAsk.ts';
import type { ChangeDraft } from './useDraft.ts';

/** What was run and what it gave; it changes with the address and with answers, not with what is typed. */
type Datastore = {
  savedId: string;
  /** What the address says, and which parts of it could not be read. */
  state: DatastoreState;
  dropped: readonly string[];
  /** Changes the address. */
  show: (change: Partial<DatastoreState>, replace?: boolean) => void;
  /** What the service runs beyond the interface. */
  extensions: readonly string[];
  collections: readonly string[];
  ask: Ask;
  pages: Pages;
  /** The query and page that the rows on the screen belong to: while another is under way, the one before. */
  onScreen: DatastoreState | undefined;
  /** The fields of the collection that is shown. */
  seen: FieldsSeen;
};

const DatastoreContext = createContext<Datastore | undefined>(undefined);
const EditingContext = createContext<Editing | undefined>(undefined);
const ChangeContext = createContext<ChangeDraft | undefined>(undefined);

/** The page's state. The URL holds the query that was run last; what is being edited is a draft until it is run. */
export function DatastorePlace({ children }: { children: ReactNode }) {
  const { id: savedId } = useConnectionInUse();
  const { firstPage, extensions } = useConnectionSettings();
  const address = useDatastoreUrl();
  const { state } = address;
  const pages = usePages(state, firstPage);
  const onScreen = useOnScreen(state, pages);
  const seen = useFieldsSeen(savedId, onScreen, pages.current.data?.documents);
  const ask = useAsk(firstPage);
  const collections = useCollections(savedId);
  useHistory(savedId, state, pages);
  return (
    <DatastoreContext value={{ savedId, ...address, extensions, collections, ask, pages, onScreen, seen }}>
      <EditingPlace>{children}</EditingPlace>
    </DatastoreContext>
  );
}

function EditingPlace({ children }: { children: ReactNode }) {
  const editing = useEditingHere(useDatastore());
  return (
    <ChangeContext value={editing.change}>
      <EditingContext value={editing}>{children}</EditingContext>
    </ChangeContext>
  );
}

/** What was run and what it gave. */
export function useDatastore(): Datastore {
  return within(use(DatastoreContext));
}

/** What is being edited and how it is run; it changes with every key that is typed. */
export function useEditing(): Editing {
  return within(use(EditingContext));
}

/** Changes the draft; whoever asks for nothing else is not drawn again when it changes. */
export function useChange(): ChangeDraft {
  return within(use(ChangeContext));
}

function within<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Nothing of the datastore can be drawn outside its page.');
  return value;
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

function useOnScreen(state: DatastoreState, { current }: Pages): DatastoreState | undefined {
  const [last, setLast] = useState<DatastoreState>();
  if (current.data !== undefined && !current.isPlaceholderData && last !== state) setLast(state);
  return current.isPlaceholderData ? last : state;
}

/** The host's collections, then those that were run on this connection. */
function useCollections(savedId: string): readonly string[] {
  const host = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
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
