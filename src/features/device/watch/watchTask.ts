import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { createDeviceQueryOptions } from '#api/device.ts';
import { queryClient } from '#api/queryClient.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { BackgroundTask } from '#lib/tasks/backgroundTask.ts';
import { getSession, subscribeToSession } from '#session/session.ts';
import { startTask } from '#session/taskTray.ts';
import { FieldWatch, formatFieldResult, getFieldResult, pollWhileVisible } from './fieldWatch.ts';

type WatchedField = { connection: Connection; deviceID: string; path: string };

/** `shown` is the number of mounted panes; `task` runs while there is none. */
type WatchEntry = { watch: FieldWatch; mountedPanes: number; task?: BackgroundTask<string, never> | undefined };

/** Watches by connection, device and field; kept for the lifetime of the tab. */
const entries = new Map<string, WatchEntry>();

subscribeToSession(() => {
  if (!getSession().connection) entries.clear();
});

function getWatchEntry({ connection, deviceID, path }: WatchedField): WatchEntry {
  const key = JSON.stringify([connection.id, deviceID, path]);
  const watched = entries.get(key) ?? { watch: new FieldWatch(), mountedPanes: 0 };
  entries.set(key, watched);
  return watched;
}

export function getFieldWatch(field: WatchedField): FieldWatch {
  return getWatchEntry(field).watch;
}

async function fetchSample({ connection, deviceID, path }: WatchedField, watch: FieldWatch): Promise<void> {
  if (getSession().connection?.id !== connection.id) return watch.pause();
  try {
    const options = createDeviceQueryOptions(connection, { deviceID, path });
    const answer = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
    const { fetchedAt: at, latency, bytes } = answer;
    watch.add({ at, latency, bytes, result: getFieldResult(path, answer) });
  } catch (error) {
    // an aborted request has no outcome
    if (!(error instanceof ApiError) || error.kind === 'aborted') return;
    watch.add({ at: Date.now(), latency: 0, bytes: 0, result: { kind: 'failed', words: error.message } });
  }
}

/**
 * Polls a running watch while its page is open. Afterwards the watch continues as a task in the tray, until it is cancelled
 * there or its page is opened again. `open` navigates to the page. @returns a function to call when the page is left
 */
export function pollFieldOnPage(field: WatchedField, seconds: number, open: () => void): () => void {
  const watched = getWatchEntry(field);
  const { watch } = watched;
  watched.mountedPanes++;
  watched.task?.discard();
  watched.task = undefined;
  const stop = pollWhileVisible(
    seconds * 1000,
    () => fetchSample(field, watch),
    () => watch.pause(),
  );
  return () => {
    stop();
    watched.mountedPanes--;
    // deferred, because a changed interval starts another poll of the same page at once
    setTimeout(() => {
      if (watched.mountedPanes > 0 || watched.task) return;
      if (watch.running && getSession().connection?.id === field.connection.id) {
        watched.task = startWatchTask(field, watch, open);
      } else watch.pause();
    });
  };
}

function startWatchTask(field: WatchedField, watch: FieldWatch, open: () => void): BackgroundTask<string, never> {
  const name = toPlainText(`${field.path} of ${field.deviceID}`);
  return startTask<string, never>(
    {
      title: `Watching ${name}`,
      pausable: true,
      action: { label: 'Show', run: open },
      describeProgress: (text) => ({ text }),
      createReport: () => ({ text: '' }),
      run: async ({ signal, show, isDiscarded, reportProgress, waitWhilePaused }) => {
        const report = () => {
          const latest = describeLatest(field.path, watch);
          reportProgress(
            `${latest}; ${pluralize(watch.changeCount, 'change')} in ${pluralize(watch.responseCount, 'response')}`,
          );
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
        if (!isDiscarded()) watch.setRunning(false);
        return undefined;
      },
    },
    { isGuarded: false },
  );
}

function describeLatest(path: string, { samples }: FieldWatch): string {
  const last = samples.at(-1);
  return last ? formatFieldResult(path, last.result, 'local') : 'no response yet';
}

const prefixedTitle = document.createElement('title');
let prefix: string | undefined;

/** Prefixes the document title on every page; undefined removes the prefix. */
function setTitlePrefix(text: string | undefined): void {
  const isNew = prefix === undefined && text !== undefined;
  prefix = text;
  if (text === undefined) {
    observer.disconnect();
    prefixedTitle.remove();
    return;
  }
  updateTitle();
  if (isNew) observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

// pages insert their title first, and browsers show the first one
const observer = new MutationObserver(updateTitle);

function updateTitle(): void {
  const page = [...document.head.querySelectorAll('title')].find((title) => title !== prefixedTitle);
  const text = `${prefix} · ${page?.textContent ?? ''}`;
  if (prefixedTitle.textContent !== text) prefixedTitle.textContent = text;
  if (document.head.querySelector('title') !== prefixedTitle) document.head.prepend(prefixedTitle);
}
