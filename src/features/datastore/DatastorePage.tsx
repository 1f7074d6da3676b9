import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { stringify } from '#lib/json.ts';
import { type DatastoreState, datastorePath, parseDatastoreUrl } from '#paths/datastore.ts';
import { useConnectionSettings } from '#session/connections.ts';
import { DamagedLink } from '#ui/DamagedLink.tsx';
import { PageBody } from '#ui/PageBody.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { QueryBuilder } from './QueryBuilder.tsx';
import { compile, draftOf, type Query } from './queryDraft.ts';
import { Results } from './Results.tsx';
import { rejectionOf } from './rejection.ts';
import { usePages } from './usePages.ts';

/** The URL holds the query that was run last; what is being edited is a draft until it is run. */
export function DatastorePage() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = parseDatastoreUrl(search, hash);
  const host = useQuery(hostConfigQuery);
  const { firstPage, extensions } = useConnectionSettings();
  const { draft, setDraft, ran, setRan } = useDraft(state);
  const pages = usePages(state, firstPage);
  const show = (change: Partial<DatastoreState>) => void navigate(datastorePath({ ...state, ...change }));

  const rejected = rejectionOf(pages.current.error, { ...state, stages: ran }, draft);

  const run = (query: Query) => {
    setRan(draft.stages);
    if (identity(query) === identity(state)) void pages.current.refetch();
    else show({ ...query, page: 1 });
  };

  return (
    <>
      <title>{`${state.collection || 'Datastore'} · Fleetlens`}</title>
      <PageHeader title="Datastore" />
      <PageBody>
        <DamagedLink dropped={dropped} />
        <QueryBuilder
          draft={draft}
          onChange={setDraft}
          onRun={run}
          onCancel={pages.cancel}
          running={pages.current.isFetching}
          collections={host.data?.collections ?? []}
          extensions={extensions}
          knownFields={fieldsSeen(pages.current.data?.documents ?? [])}
          rejected={rejected}
          rejectedAt={pages.current.errorUpdatedAt}
        />
        <Results state={state} pages={pages} rejected={rejected?.name} onShow={show} />
      </PageBody>
    </>
  );
}

/**
 * The draft starts as the applied query and becomes it again when another one is navigated to. `ran` are the cards that
 * the applied query was made of.
 */
function useDraft(applied: Query) {
  const [draft, setDraft] = useState(() => draftOf(applied));
  const [ran, setRan] = useState(draft.stages);
  const [seen, setSeen] = useState(identity(applied));
  if (seen !== identity(applied)) {
    setSeen(identity(applied));
    const compiled = compile(draft);
    const same = 'query' in compiled && identity(compiled.query) === identity(applied);
    const next = same ? draft : draftOf(applied);
    setDraft(next);
    setRan(next.stages);
  }
  return { draft, setDraft, ran, setRan };
}

function identity({ collection, documentID, pipeline }: Query): string {
  return stringify([collection, documentID, pipeline]);
}

function fieldsSeen(documents: readonly object[]): string[] {
  return [...new Set(documents.flatMap((document) => Object.keys(document)))];
}
