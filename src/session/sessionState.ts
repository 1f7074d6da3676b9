import type { Connection } from '#api/connection.ts';
import type { ActiveSession } from './sessionPersistence.ts';
import { type ClockReading, isLockNotice } from './sessionTimeouts.ts';

/** `signOuts` is the sign-out marker at the start of the session. */
export type TabSession = ActiveSession & { signOuts: string };

/**
 * Session of this page only (`signedIn`), one that survives a reload of the tab (`kept`), or one from another tab
 * (`handedOver`).
 */
type ActiveKind = 'signedIn' | 'kept' | 'handedOver';

/** Session that ended in this tab. `endedOn` is its saved connection, or empty to select none. */
type EndedSession = { endedOn: string; declined: boolean };

export type SessionState =
  | { kind: 'signedOut' | 'locked'; notice: string | undefined; ended: EndedSession | undefined }
  /** The service rejected the credentials. `unfinished` names the work that is kept for the next sign-in. */
  | {
      kind: 'rejected';
      notice: string;
      ended: EndedSession;
      unfinished: Pick<TabSession, 'savedConnectionId' | 'signOuts'> | undefined;
    }
  | { kind: ActiveKind; session: TabSession }
  | { kind: 'aboutToLock'; before: ActiveKind; session: TabSession; secondsLeft: number };

export type SessionEvent =
  | { kind: 'signIn'; session: TabSession; keep: boolean }
  | { kind: 'takeOver'; session: TabSession }
  | { kind: 'recordActivity'; active: ClockReading }
  /** `secondsLeft` is the time until the lock. Undefined while no warning is due. */
  | { kind: 'countDown'; secondsLeft: number | undefined }
  | { kind: 'end'; notice: string | undefined; endedOn?: string }
  | { kind: 'reject'; notice: string };

/** Session as pages see it. `notice` explains why a session ended without an action of the user. */
export type SessionSnapshot = {
  connection: Connection | undefined;
  savedConnectionId: string | undefined;
  notice: string | undefined;
  ended: boolean;
  endedOn: string | undefined;
  declined: boolean;
  /**
   * True if the session ended because the service rejected the credentials. Unfinished work is kept for the next
   * sign-in.
   */
  rejected: boolean;
};

export function createSignedOutOrLockedState(notice: string | undefined, ended?: EndedSession): SessionState {
  return { kind: notice && isLockNotice(notice) ? 'locked' : 'signedOut', notice, ended };
}

export function transitionSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'signIn':
      return { kind: event.keep ? 'kept' : 'signedIn', session: event.session };
    case 'takeOver':
      return 'session' in state ? state : { kind: 'handedOver', session: event.session };
    case 'recordActivity':
      if (!('session' in state)) return state;
      return { kind: getActiveKind(state), session: { ...state.session, active: event.active } };
    case 'countDown': {
      if (!('session' in state)) return state;
      const { session } = state;
      const before = getActiveKind(state);
      if (event.secondsLeft === undefined) return state.kind === before ? state : { kind: before, session };
      return { kind: 'aboutToLock', before, session, secondsLeft: event.secondsLeft };
    }
    case 'end':
      // a sign-out also stops waiting for new credentials
      if (state.kind === 'rejected') return { ...state, unfinished: undefined };
      if (!('session' in state)) return state;
      return createSignedOutOrLockedState(event.notice, toEndedSession(state.session, event.endedOn));
    case 'reject': {
      if (!('session' in state)) return state;
      const { savedConnectionId, signOuts } = state.session;
      const unfinished = { savedConnectionId, signOuts };
      return { kind: 'rejected', notice: event.notice, ended: toEndedSession(state.session), unfinished };
    }
  }
}

function getActiveKind(state: Extract<SessionState, { session: TabSession }>): ActiveKind {
  return state.kind === 'aboutToLock' ? state.before : state.kind;
}

function toEndedSession(
  { savedConnectionId, declined = false }: TabSession,
  endedOn = savedConnectionId,
): EndedSession {
  return { endedOn, declined };
}

export function isPersistedSession(state: SessionState): boolean {
  return state.kind === 'kept' || (state.kind === 'aboutToLock' && state.before === 'kept');
}

export function toSessionSnapshot(state: SessionState): SessionSnapshot {
  const isActive = 'session' in state;
  return {
    connection: isActive ? state.session.connection : undefined,
    savedConnectionId: isActive ? state.session.savedConnectionId : undefined,
    notice: isActive ? undefined : state.notice,
    ended: !isActive && state.ended !== undefined,
    endedOn: isActive ? undefined : state.ended?.endedOn,
    declined: !isActive && state.ended?.declined === true,
    rejected: state.kind === 'rejected',
  };
}
