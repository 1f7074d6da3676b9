import { useEffect, useRef, useState } from 'react';
import { fileTarget } from '#lib/fileTarget.ts';
import { Stopwatch } from '#lib/stopwatch.ts';
import type { Query } from '#pipeline/draft.ts';
import { type ExportFormat, type ExportProgress, type ExportReport, exportPages } from '#pipeline/exportPages.ts';
import type { Ask } from './useAsk.ts';

/** What is to be written; `until` is the last page, or none for all of them; `total` its documents, where that is known. */
export type ExportWish = {
  query: Query;
  format: ExportFormat;
  from: number;
  until: number | undefined;
  total: number | undefined;
};

export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; wish: ExportWish; progress: ExportProgress | undefined; paused: boolean; watch: Stopwatch }
  | { kind: 'done'; wish: ExportWish; report: ExportReport; ms: number }
  | { kind: 'failed'; message: string };

const TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
};

/** One export at a time. Leaving the page stops it. */
export function useExport(ask: Ask) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const controller = useRef<AbortController>(undefined);
  const gate = useRef<PromiseWithResolvers<void>>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const pause = (paused: boolean) => {
    gate.current?.resolve();
    gate.current = paused ? Promise.withResolvers<void>() : undefined;
    if (state.kind !== 'running') return;
    if (paused) state.watch.stop();
    else state.watch.goOn();
    setState((old) => (old.kind === 'running' ? { ...old, paused } : old));
  };
  const start = async (wish: ExportWish) => {
    const own = new AbortController();
    controller.current = own;
    gate.current = undefined;
    try {
      const target = await fileTarget(fileName(wish), TYPES[wish.format]);
      const watch = new Stopwatch();
      setState({ kind: 'running', wish, progress: undefined, paused: false, watch });
      const report = await exportPages({
        ask: async (page, signal) => (await ask(wish.query, page, signal, true)).documents,
        format: wish.format,
        from: wish.from,
        ...(wish.until !== undefined && { until: wish.until }),
        write: target.write,
        signal: own.signal,
        mayGoOn: () => gate.current?.promise ?? Promise.resolve(),
        onProgress: (progress) => setState((old) => (old.kind === 'running' ? { ...old, progress } : old)),
      });
      await target.close();
      setState({ kind: 'done', wish, report, ms: watch.ms });
    } catch (error) {
      // whoever chose no file wants no export
      const unwanted = error instanceof DOMException && error.name === 'AbortError';
      setState(
        unwanted
          ? { kind: 'idle' }
          : { kind: 'failed', message: error instanceof Error ? error.message : String(error) },
      );
    }
  };
  return {
    state,
    start: (wish: ExportWish) => void start(wish),
    pause,
    cancel: () => {
      controller.current?.abort();
      pause(false);
    },
    dismiss: () => setState({ kind: 'idle' }),
  };
}

export type Export = ReturnType<typeof useExport>;

/** The collection's name as far as files may be called so. */
function fileName({ query, format, from }: ExportWish): string {
  const safe = query.collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'documents';
  return `${safe}${from > 1 ? `-from-page-${from}` : ''}.${format}`;
}
