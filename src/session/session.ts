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

/** Signed in with a connection, or not; `notice` says why a session ended by itself. */
type Session = {
  connection: Connection | undefined;
  savedId: string | undefined;
  notice: string | undefined;
  /** Somebody was signed in here, and is no more. */
  ended: boolean;
  /** On which of the saved connections, in this tab: others may be on another. */
  endedOn: string | undefined;
  /** Whoever signed in to it wanted no reload to go on with it. */
  declined: boolean;
  /** It ended because the service stopped accepting its credentials: what was being worked on waits for others. */
  rejected: boolean;
};

/** A page that is still there after that long was not left after all, in ms: a download, a link to a mail program. */
const STAYS_MS = 3_000;

/** Tells the other tabs of this browser why the session ended. */
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
  /** Reloads of this tab go on with it. */
  keep: boolean;
  /** Sign-outs that this browser had seen when it began. */
  signOuts: string;
};

const claimed = claimSession();
let held: Held | undefined = claimed.session && { ...claimed.session, keep: true, signOuts: signOutsSeen() };
/** Whose credentials were rejected last: what was being worked on waits for others. */
let rejected: Pick<Held, 'savedId' | 'signOuts'> | undefined;
/** Set while what the next page goes on with is stored. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** What is being worked on is so large that a browser may not take it. */
let guarded = false;
/** What ends when this page does, such as an export. */
const ending = new Set<object>();
let session: Session = held ? shown(held) : { ...SIGNED_OUT, notice: claimed.notice };
const listeners = new Emitter();

/** Calls `listener` whenever a session begins or ends; gives the way to stop. */
export const subscribe = listeners.subscribe;

tabs.addEventListener('message', ({ data }) => end(String(data)));
answerAsks(() => held);
// a browser may begin the next page before this one hears that it is hidden, or end it without: it waits for this alone
addEventListener('beforeunload', (event) => {
  // whoever leaves while work would be lost is asked first
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

/** When the session began and the user was last seen; nothing while nobody is signed in. */
export function sessionLifetime(): Lifetime | undefined {
  return held;
}

/** Says that the user was there just now, or `ago` ms ago. */
export function markActive(ago = 0): void {
  if (held) held.active = momentAgo(ago);
}

/** What this tab was working on under a name when its last page went, for the connection that is signed in to; once. */
export function workLeft(name: string): unknown {
  return held && takeWork(name, held.savedId, held.signOuts);
}

/** Whoever leaves while `large` work cannot be kept is asked first. */
export function guardWork(large: boolean): void {
  guarded = large;
}

/** Whoever leaves the tab while something goes on that would end is asked first; gives the way to say that it is over. */
export function guardTab(): () => void {
  const work = {};
  ending.add(work);
  return () => void ending.delete(work);
}

/** The connection of a page behind the guard: there is one whenever such a page renders. */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

/** Starts a session with credentials that a service has accepted; with `keep`, reloads of this tab go on with it. */
export function signIn(connection: Connection, { keep, savedId }: { keep: boolean; savedId: string }): void {
  dropAnswers((connectionId) => connectionId !== connection.id && connectionId !== 'hostConfig');
  const now = momentAgo(0);
  hold({ connection, savedId, keep, declined: !keep, began: now, active: now, signOuts: signOutsSeen() });
}

/** Goes on with the session of another tab, in memory alone; whoever answers late is heard too. */
export async function joinOtherTabs(): Promise<void> {
  if (held) return;
  await askOthers((offered) => {
    if (!held) hold({ ...offered, keep: false, signOuts: signOutsSeen() });
  });
}

/** Ends the session in every tab and empties what it left: storage, answers, requests under way, credentials. */
export function signOut(notice?: string): void {
  if (held) {
    noteSignOut();
    tabs.postMessage(notice ?? SIGNED_OUT_ELSEWHERE);
  }
  end(notice);
}

/** Ends the session of this tab alone, for one with another service: no connection is offered as the one it ended on. */
export function leaveConnection(): void {
  end(undefined, false, '');
}

/** Ends the session when the service stops accepting its credentials; the caller keeps the user's place. */
export function watchRejectedCredentials(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const rejected = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (rejected && event.query.queryKey[0] === session.connection?.id) end(error.message, true);
  });
}

/** Stores what the next page goes on with; says whether the browser has taken what was being worked on. */
function leave(): boolean {
  if (held?.keep) leaveSession(held, held.signOuts);
  const worker = held ?? rejected;
  return worker ? leaveWork(worker.savedId, worker.signOuts) : leaveWorkAgain();
}

/** Takes back what was stored for a next page. */
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
  // whatever still refers to the connection, such as a request that waits to be repeated, has no credentials now
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
