import type { Ask } from '#features/datastore/useAsk.ts';
import { type FileTarget, fileTarget } from '#lib/fileTarget.ts';
import { Listeners } from '#lib/listeners.ts';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import { type ExportFormat, type ExportProgress, type ExportReport, exportPages } from '#pipeline/ask/exportPages.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { currentSession, guardTab, subscribe } from '#session/session.ts';
import { showToast } from '#ui/notices/toast.ts';
import { reportWords } from './exportWords.ts';

/** What is to be written; `until` is the last page, or none for all of them; `total` its documents, where that is known. */
export type ExportWish = {
  query: Query;
  format: ExportFormat;
  from: number;
  until: number | undefined;
  total: number | undefined;
};

type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; wish: ExportWish; progress: ExportProgress | undefined; paused: boolean; watch: Stopwatch }
  | { kind: 'done'; wish: ExportWish; report: ExportReport; name: string; ms: number }
  | { kind: 'failed'; message: string };

const TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
};

/** One export at a time. It outlives the page that began it, and ends with the session or the tab. */
class DocumentExport {
  state: ExportState = { kind: 'idle' };
  private controller: AbortController | undefined;
  private gate: PromiseWithResolvers<void> | undefined;
  private readonly listeners = new Listeners();

  readonly subscribe = this.listeners.subscribe;

  pause = (paused: boolean): void => {
    this.gate?.resolve();
    this.gate = paused ? Promise.withResolvers<void>() : undefined;
    if (this.state.kind !== 'running') return;
    if (paused) this.state.watch.stop();
    else this.state.watch.goOn();
    this.become({ ...this.state, paused });
  };

  /** Ends it; the file keeps what there is. */
  cancel = (): void => {
    this.controller?.abort();
    this.pause(false);
  };

  dismiss = (): void => this.become({ kind: 'idle' });

  async start(ask: Ask, wish: ExportWish): Promise<void> {
    const controller = new AbortController();
    this.controller = controller;
    this.gate = undefined;
    const release = guardTab();
    let target: FileTarget | undefined;
    try {
      target = await fileTarget(fileName(wish), TYPES[wish.format]);
      const watch = new Stopwatch();
      this.become({ kind: 'running', wish, progress: undefined, paused: false, watch });
      const report = await exportPages({
        ask: async (page, signal) => (await ask(wish.query, page, signal, true)).documents,
        format: wish.format,
        from: wish.from,
        ...(wish.until !== undefined && { until: wish.until }),
        write: target.write,
        signal: controller.signal,
        mayGoOn: () => this.gate?.promise ?? Promise.resolve(),
        onProgress: (progress) => this.state.kind === 'running' && this.become({ ...this.state, progress }),
      });
      if (goesOn()) {
        const name = await target.close(report.complete);
        this.become({ kind: 'done', wish, report, name, ms: watch.ms });
        if (this.listeners.size === 0) showToast({ words: reportWords({ report, name, ms: watch.ms }) });
      } else {
        // whoever signed out leaves nothing
        await target.abandon();
        this.dismiss();
      }
    } catch (error) {
      await target?.abandon().catch(() => undefined);
      // whoever chose no file wants no export
      const unwanted = error instanceof DOMException && error.name === 'AbortError';
      const message = error instanceof Error ? error.message : String(error);
      this.become(unwanted ? { kind: 'idle' } : { kind: 'failed', message });
    } finally {
      release();
    }
  }

  private become(state: ExportState): void {
    this.state = state;
    this.listeners.tellSoon();
  }
}

/** By saved connection. */
const works = new Map<string, DocumentExport>();

/** Whether somebody is signed in, or was refused and is to find what was begun. */
function goesOn(): boolean {
  const { connection, rejected } = currentSession();
  return connection !== undefined || rejected;
}

subscribe(() => {
  if (goesOn()) return;
  for (const work of works.values()) work.cancel();
  works.clear();
});

export function documentExport(savedId: string): DocumentExport {
  const work = works.get(savedId) ?? new DocumentExport();
  works.set(savedId, work);
  return work;
}

/** The collection's name as far as files may be called so. */
function fileName({ query, format, from }: ExportWish): string {
  const safe = query.collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'documents';
  return `${safe}${from > 1 ? `-from-page-${from}` : ''}.${format}`;
}
