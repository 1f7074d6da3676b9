import { expect, test } from 'vitest';
import {
  type SessionEvent,
  type SessionState,
  type TabSession,
  toSessionSnapshot,
  transitionSession,
} from './sessionState.ts';

const connection = { id: 'c1', baseUrl: '/api', apiKey: 'key', token: 'token' };
const now = { wall: 0, steady: 0 };
const later = { wall: 5, steady: 5 };
const session: TabSession = { connection, savedConnectionId: 'saved', began: now, active: now, signOuts: '' };
const other: TabSession = { ...session, savedConnectionId: 'other' };
const ended = { endedOn: 'saved', declined: false };
const unfinished = { savedConnectionId: 'saved', signOuts: '' };

const STATES = {
  signedOut: { kind: 'signedOut', notice: undefined, ended: undefined },
  signedIn: { kind: 'signedIn', session },
  kept: { kind: 'kept', session },
  handedOver: { kind: 'handedOver', session },
  aboutToLock: { kind: 'aboutToLock', before: 'kept', session, secondsLeft: 60 },
  locked: { kind: 'locked', notice: 'Locked.', ended },
  rejected: { kind: 'rejected', notice: 'No.', ended, unfinished },
} satisfies Record<string, SessionState>;

const EVENTS = {
  signIn: { kind: 'signIn', session: other, keep: false },
  signInKept: { kind: 'signIn', session: other, keep: true },
  takeOver: { kind: 'takeOver', session: other },
  recordActivity: { kind: 'recordActivity', active: later },
  warn: { kind: 'countDown', secondsLeft: 59 },
  stopWarning: { kind: 'countDown', secondsLeft: undefined },
  signOut: { kind: 'end', notice: undefined },
  lock: { kind: 'end', notice: 'Locked.' },
  reject: { kind: 'reject', notice: 'No.' },
} satisfies Record<string, SessionEvent>;

const WITHOUT_SESSION = { signIn: 'signedIn', signInKept: 'kept', takeOver: 'handedOver' } as const;
const ENDS = { signOut: 'signedOut', lock: 'locked', reject: 'rejected' } as const;
const IN_SESSION = { signIn: 'signedIn', signInKept: 'kept', warn: 'aboutToLock', ...ENDS } as const;

/** Expected kind of the next state, by state and event. Without an entry, the state must stay the same object. */
const NEXT: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, SessionState['kind']>>> = {
  signedOut: WITHOUT_SESSION,
  signedIn: { ...IN_SESSION, recordActivity: 'signedIn' },
  kept: { ...IN_SESSION, recordActivity: 'kept' },
  handedOver: { ...IN_SESSION, recordActivity: 'handedOver' },
  aboutToLock: { ...IN_SESSION, recordActivity: 'kept', stopWarning: 'kept' },
  locked: WITHOUT_SESSION,
  rejected: { ...WITHOUT_SESSION, signOut: 'rejected', lock: 'rejected' },
};

const CASES = Object.entries(STATES).flatMap(([name, state]) =>
  Object.entries(EVENTS).map(([event, value]) => ({
    name,
    event,
    state: state as SessionState,
    value: value as SessionEvent,
    next: NEXT[name as keyof typeof STATES][event as keyof typeof EVENTS],
  })),
);

test.each(CASES)('$name, $event: $next', ({ state, value, next }) => {
  const result = transitionSession(state, value);
  if (next === undefined) expect(result).toBe(state);
  else expect(result).toMatchObject({ kind: next });
});

test('ending a warning restores the previous session state, and activity updates its time', () => {
  const extended = { kind: 'kept', session: { ...session, active: later } };
  expect(transitionSession(STATES.aboutToLock, EVENTS.recordActivity)).toEqual(extended);
  expect(transitionSession(STATES.aboutToLock, EVENTS.stopWarning)).toEqual({ kind: 'kept', session });
});

test('a sign-out names the connection that ended, unless the tab changes to another one', () => {
  const snapshot = toSessionSnapshot(transitionSession(STATES.kept, EVENTS.signOut));
  expect(snapshot).toMatchObject({ ended: true, endedOn: 'saved' });
  const changed = transitionSession(STATES.kept, { kind: 'end', notice: undefined, endedOn: '' });
  expect(toSessionSnapshot(changed)).toMatchObject({ ended: true, endedOn: '', connection: undefined });
});

test('rejected credentials keep unfinished work until a sign-out', () => {
  expect(transitionSession(STATES.kept, EVENTS.reject)).toMatchObject({ unfinished });
  expect(transitionSession(STATES.rejected, EVENTS.signOut)).toMatchObject({ unfinished: undefined, notice: 'No.' });
});
