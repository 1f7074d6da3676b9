import { useSyncExternalStore } from 'react';
import type { Ask } from '#features/datastore/results/usePages.ts';
import { counted } from '#lib/counts.ts';
import { ExportRun } from '#lib/exportRun.ts';
import { fileTarget } from '#lib/fileTarget.ts';
import { type ExportFormat, type ExportProgress, type ExportReport, exportPages } from '#pipeline/ask/exportPages.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { currentSession, guardTab, subscribe } from '#session/session.ts';
import { showToast } from '#ui/notices/toast.ts';

/** What is to be written; `until` is the last page, or none for all of them; `total` its documents, where that is known. */
export type ExportWish = {
  query: Query;
  format: ExportFormat;
  from: number;
  until: number | undefined;
  total: number | undefined;
};

const TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
};

type Exported = { wish: ExportWish; report: ExportReport };

type DocumentExport = ExportRun<{ wish: ExportWish; progress: ExportProgress | undefined }, Exported>;

/** By saved connection. An export outlives the page that began it, and ends with the session or the tab. */
const runs = new Map<string, DocumentExport>();

/** Whether somebody is signed in, or was refused and is to find what was begun. */
function goesOn(): boolean {
  const { connection, rejected } = currentSession();
  return connection !== undefined || rejected;
}

subscribe(() => {
  if (goesOn()) return;
  for (const run of runs.values()) run.cancel();
  runs.clear();
});

/** The export of a connection's documents, and the way to begin one. */
export function useExport(savedId: string, ask: Ask) {
  const run = runs.get(savedId) ?? new ExportRun(sayItGoesOn);
  runs.set(savedId, run);
  const state = useSyncExternalStore(run.subscribe, () => run.state);
  const { pause, cancel, dismiss } = run;
  return { state, start: (wish: ExportWish) => void exportDocuments(run, ask, wish), pause, cancel, dismiss };
}

/** When its page is left. */
function sayItGoesOn(state: DocumentExport['state']): void {
  if (state.kind !== 'running') return;
  showToast(`The export of ${state.wish.query.collection} goes on. Datastore shows how far it is.`);
}

async function exportDocuments(run: DocumentExport, ask: Ask, wish: ExportWish): Promise<void> {
  const release = guardTab();
  const { query, format, from, until } = wish;
  const exported = await run.start({
    open: () => fileTarget(fileName(wish), TYPES[format]),
    begin: { wish, progress: undefined },
    write: async ({ tell, ...work }) => {
      const report = await exportPages({
        ...work,
        ask: async (page, signal) => (await ask(query, page, signal, { fresh: true, once: true })).documents,
        format,
        from,
        ...(until !== undefined && { until }),
        onProgress: (progress) => tell({ wish, progress }),
      });
      // whoever signed out leaves nothing
      return goesOn() ? { wish, report, complete: report.complete } : undefined;
    },
  });
  release();
  if (exported && run.unseen) showToast(reportWords(exported));
}

/** The collection's name as far as files may be called so. */
function fileName({ query, format, from }: ExportWish): string {
  const safe = query.collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'documents';
  return `${safe}${from > 1 ? `-from-page-${from}` : ''}.${format}`;
}

/** What an export was, in sentences; `ms` is how long it took. */
export function reportWords({ report, name, ms }: Exported & { name: string; ms: number }): string {
  const { complete, documents, pages, duplicates, changed, characters, error } = report;
  const took = `in ${(ms / 1000).toFixed(1)} s`;
  const what = `${counted(documents, 'document')} of ${counted(pages, 'page')}, ${size(characters)} ${took}`;
  const ended = complete ? `Exported ${what}.` : `Stopped after ${what}; ${name} keeps them.`;
  const cause = error && error.name !== 'AbortError' && !complete ? ` ${error.message}` : '';
  const twice = duplicates > 0 ? ` ${duplicates} that came twice were left out.` : '';
  return `${ended}${cause}${twice}${changed ? ' The data changed during the export.' : ''}`;
}

/** `12 kB` or `3.4 MB`, a character counted as a byte. */
export function size(characters: number): string {
  return characters < 1_000_000 ? `${Math.ceil(characters / 1000)} kB` : `${(characters / 1_000_000).toFixed(1)} MB`;
}
