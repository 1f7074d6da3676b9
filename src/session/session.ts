import { useSyncExternalStore } from 'react';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { queryClient } from '#api/queryClient.ts';
import { Emitter } from '#lib/emitter.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { answerAsks, askOthers } from './handOver.ts';
import {
  claimSession,
  forgetSession,
  type HeldSession,
  leaveSession,
  noteSignOut,
  SIGNED_OUT_ELSEWHERE,
  signOutsSeen,
} from './keptSession.ts';
import { forgetWork, leaveWork, leaveWorkAgain, stayWithWork, takeWork } from './keptWork.ts';
import { type Lifetime, momentAgo } from './limits.ts';

/** `notice` explains why a session ended without the user's action. */
type Session = {
  connection: Connection | undefined;
  savedId: string | undefined;
  notice: string | undefined;
  ended: boolean;
  endedOn: string | undefined;
  declined: boolean;
  /** Ended because the service rejected the credentials; unfinished work is kept for the next sign-in. */
  rejected: boolean;
};

/** Time after which the page counts as not left, in ms: downloads and mailto links fire `beforeunload` too. */
const STAYS_MS = 3_000;

const tabs = createSafeChannel('fleetlens.session');

const SIGNED_OUT: Session = {
  connection: undefined,
  savedId: undefined,
  notice: undefined,
  ended: false,
  endedOn: undefined,
  declined: false,
  rejected: false,
};

type Held = HeldSession & {
  keep: boolean;
  signOuts: string;
};

const claimed = claimSession();
let held: Held | undefined = claimed.session && { ...claimed.session, keep: true, signOuts: signOutsSeen() };
let rejected: Pick<Held, 'savedId' | 'signOuts'> | undefined;
/** Timer that is set while data for the next page is stored. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** Unfinished work may be too large for the browser to store. */
let guarded = false;
const ending = new Set<object>();
let session: Session = held ? shown(held) : { ...SIGNED_OUT, notice: claimed.notice };
const listeners = new Emitter();

export const subscribe = listeners.subscribe;

tabs.addEventListener('message', ({ data }) => end(String(data)));
answerAsks(() => held);
// the browser waits for this event only; `pagehide` may fire after the next page starts, or never
addEventListener('beforeunload', (event) => {
  // ask for confirmation when leaving would lose work
  const kept = leave();
  if (ending.size > 0 || (guarded && !kept)) event.preventDefault();
  clearTimeout(leaving);
  leaving = setTimeout(stay, STAYS_MS);
});
addEventListener('pagehide', () => {
  if (leaving === undefined) leave();
  clearTimeout(leaving);
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  stay();
  if (held && held.signOuts !== signOutsSeen()) end(SIGNED_OUT_ELSEWHERE);
});

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

export function currentSession(): Session {
  return session;
}

export function sessionLifetime(): Lifetime | undefined {
  return held;
}

export function markActive(ago = 0): void {
  if (held) held.active = momentAgo(ago);
}

/** Returns the unfinished work that this tab's previous page kept under a name for this connection, once. */
export function workLeft(name: string): unknown {
  return held && takeWork(name, held.savedId, held.signOuts);
}

/** Makes leaving the page ask for confirmation while `large` work cannot be stored. */
export function guardWork(large: boolean): void {
  guarded = large;
}

/** Makes leaving the tab ask for confirmation. @returns a function that removes the guard */
export function guardTab(): () => void {
  const work = {};
  ending.add(work);
  return () => void ending.delete(work);
}

/** The connection of a page that requires sign-in. @throws Error when signed out */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

/** Starts a session with accepted credentials; `keep` makes it survive reloads of this tab. */
export function signIn(connection: Connection, { keep, savedId }: { keep: boolean; savedId: string }): void {
  dropAnswers((connectionId) => connectionId !== connection.id && connectionId !== 'hostConfig');
  const now = momentAgo(0);
  hold({ connection, savedId, keep, declined: !keep, began: now, active: now, signOuts: signOutsSeen() });
}

/** Takes over the session of another tab, in memory only. Late answers are accepted too. */
export async function joinOtherTabs(): Promise<void> {
  if (held) return;
  await askOthers((offered) => {
    if (!held) hold({ ...offered, keep: false, signOuts: signOutsSeen() });
  });
}

/** Ends the session in every tab; clears storage, cached responses, pending requests and credentials. */
export function signOut(notice?: string): void {
  if (held) {
    noteSignOut();
    tabs.postMessage(notice ?? SIGNED_OUT_ELSEWHERE);
  }
  end(notice);
}

/** Ends this tab's session only, to sign in to another service; sign-in then does not preselect the ended connection. */
export function leaveConnection(): void {
  end(undefined, false, '');
}

export function watchRejectedCredentials(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const rejected = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (rejected && event.query.queryKey[0] === session.connection?.id) end(error.message, true);
  });
}

/** Stores the data for the next page. @returns whether the browser stored the unfinished work */
function leave(): boolean {
  if (held?.keep) leaveSession(held, held.signOuts);
  const worker = held ?? rejected;
  return worker ? leaveWork(worker.savedId, worker.signOuts) : leaveWorkAgain();
}

function stay(): void {
  leaving = undefined;
  forgetSession();
  stayWithWork();
}

function hold(next: Held): void {
  held = next;
  rejected = undefined;
  update(shown(next));
}

function end(notice: string | undefined, byService = false, endedOn = held?.savedId): void {
  forgetSession();
  if (!byService) {
    rejected = undefined;
    forgetWork();
  }
  if (!held) return;
  const { connection, declined = false } = held;
  if (byService) rejected = held;
  held = undefined;
  update({ ...SIGNED_OUT, notice, ended: true, endedOn, declined, rejected: byService });
  dropAnswers((connectionId) => connectionId === connection.id);
  // remaining references to the connection, such as a request waiting for its retry, lose the credentials
  connection.apiKey = '';
  connection.token = '';
}

function shown({ connection, savedId }: Held): Session {
  return { ...SIGNED_OUT, connection, savedId };
}

function dropAnswers(matches: (connectionId: unknown) => boolean): void {
  const predicate = (query: { queryKey: readonly unknown[] }) => matches(query.queryKey[0]);
  void queryClient.cancelQueries({ predicate });
  queryClient.removeQueries({ predicate });
}

function update(next: Session): void {
  session = next;
  listeners.emit();
}
