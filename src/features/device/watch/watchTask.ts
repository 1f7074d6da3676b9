import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { deviceQuery } from '#api/device.ts';
import { queryClient } from '#api/queryClient.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { BackgroundTask } from '#lib/tasks/backgroundTask.ts';
import { currentSession, subscribe as subscribeToSession } from '#session/session.ts';
import { beginWork } from '#session/workTray.ts';
import { setTitlePrefix } from '#ui/page/titlePrefix.ts';
import { FieldWatch, outcomeOf, outcomeWords, pollWhileVisible } from './fieldWatch.ts';

type WatchedField = { connection: Connection; deviceID: string; path: string };

/** `shown` is the number of mounted panes; `task` runs while there is none. */
type Watched = { watch: FieldWatch; shown: number; task?: BackgroundTask<string, never> | undefined };

/** Watches by connection, device and field; kept for the lifetime of the tab. */
const watches = new Map<string, Watched>();

subscribeToSession(() => {
  if (!currentSession().connection) watches.clear();
});

function getWatched({ connection, deviceID, path }: WatchedField): Watched {
  const key = JSON.stringify([connection.id, deviceID, path]);
  const watched = watches.get(key) ?? { watch: new FieldWatch(), shown: 0 };
  watches.set(key, watched);
  return watched;
}

export function getWatch(field: WatchedField): FieldWatch {
  return getWatched(field).watch;
}

async function fetchSample({ connection, deviceID, path }: WatchedField, watch: FieldWatch): Promise<void> {
  if (currentSession().connection?.id !== connection.id) return watch.pause();
  try {
    const options = deviceQuery(connection, { deviceID, path });
    const answer = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
    const { fetchedAt: at, latency, bytes } = answer;
    watch.add({ at, latency, bytes, outcome: outcomeOf(path, answer) });
  } catch (error) {
    // an aborted request has no outcome
    if (!(error instanceof ApiError) || error.kind === 'aborted') return;
    watch.add({ at: Date.now(), latency: 0, bytes: 0, outcome: { kind: 'failed', words: error.message } });
  }
}

/**
 * Polls a running watch while its page is open. Afterwards the watch continues as a task in the tray, until it is cancelled
 * there or its page is opened again. `open` navigates to the page. @returns a function to call when the page is left
 */
export function pollOnPage(field: WatchedField, seconds: number, open: () => void): () => void {
  const watched = getWatched(field);
  const { watch } = watched;
  watched.shown++;
  watched.task?.discard();
  watched.task = undefined;
  const stop = pollWhileVisible(
    seconds * 1000,
    () => fetchSample(field, watch),
    () => watch.pause(),
  );
  return () => {
    stop();
    watched.shown--;
    // deferred, because a changed interval starts another poll of the same page at once
    setTimeout(() => {
      if (watched.shown > 0 || watched.task) return;
      if (watch.running && currentSession().connection?.id === field.connection.id) {
        watched.task = startWatchTask(field, watch, open);
      } else watch.pause();
    });
  };
}

function startWatchTask(field: WatchedField, watch: FieldWatch, open: () => void): BackgroundTask<string, never> {
  const name = toPlainText(`${field.path} of ${field.deviceID}`);
  return beginWork<string, never>(
    {
      title: `Watching ${name}`,
      pausable: true,
      action: { label: 'Show', run: open },
      describeProgress: (text) => ({ text }),
      createReport: () => ({ text: '' }),
      run: async ({ signal, show, isDiscarded, reportProgress, waitWhilePaused }) => {
        const report = () => {
          const latest = describeLatest(field.path, watch);
          reportProgress(`${latest}; ${pluralize(watch.changed, 'change')} in ${pluralize(watch.answers, 'answer')}`);
          setTitlePrefix(`${name}: ${latest}`);
        };
        show();
        report();
        const stop = pollWhileVisible(
          watch.seconds * 1000,
          async () => {
            await waitWhilePaused();
            if (signal.aborted) return;
            await fetchSample(field, watch);
            if (!signal.aborted) report();
          },
          () => watch.pause(),
        );
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        stop();
        setTitlePrefix(undefined);
        if (!isDiscarded()) watch.run(false);
        return undefined;
      },
    },
    { isGuarded: false },
  );
}

function describeLatest(path: string, { samples }: FieldWatch): string {
  const last = samples.at(-1);
  return last ? outcomeWords(path, last.outcome, 'local') : 'no answer yet';
}
