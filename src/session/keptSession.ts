import type { Connection } from '#api/connection.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { IDLE_MS, type Lifetime, momentAgo, reasonToLock, since } from './limits.ts';

export type HeldSession = Lifetime & {
  /** Its credentials are emptied when it ends. */
  connection: Connection;
  /** Which of the saved connections it is. */
  savedId: string;
  /** Whoever signed in wanted no reload to go on with it. */
  declined?: boolean;
};

/**
 * What a tab stores while it is between two pages, and at no other time: so no window that is opened from it, and no copy
 * of it, finds a session in its storage. `ticket` is good for one return; `signOuts` tells whether somebody signed out
 * meanwhile; times are wall clock, durations ms.
 */
type Stored = {
  id: string;
  baseUrl: string;
  savedId: string;
  age: number;
  idle: number;
  leftAt: number;
  ticket: string;
  signOuts: string;
};

/**
 * Apart from the rest: an engine may make a text that it reads from JSON of a view of all that JSON, and nothing that
 * outlives the session may have the credentials behind it.
 */
type Credentials = Pick<Connection, 'apiKey' | 'token'>;

const KEY = 'fleetlens.session';
const CREDENTIALS = 'fleetlens.credentials';
const TICKETS = 'fleetlens.returns';
const SIGN_OUTS = 'fleetlens.signOuts';
/** As many tabs may be elsewhere at a time. */
const TICKETS_MAX = 100;
/** A clock that is this much behind when one returns was set back: for how long one was away is not known then. */
const CLOCK_SLACK_MS = 60_000;

export const SIGNED_OUT_ELSEWHERE = 'You signed out in another tab.';

const tab = createSafeStorage('sessionStorage');
const browser = createSafeStorage('localStorage');

/** `notice` says why a session that was there is over. */
type Claimed = { session: HeldSession | undefined; notice?: string };

let claimed: Claimed | undefined;

/** The session that this tab left when its last page went, once and for all of this page. */
export function claimSession(): Claimed {
  claimed ??= claim();
  return claimed;
}

/** Stores a session for the page that comes next in this tab. */
export function leaveSession({ connection, savedId, began, active }: HeldSession, signOuts: string): void {
  const ticket = createRandomId();
  const times = { age: since(began), idle: since(active), leftAt: Date.now() };
  const { id, baseUrl, apiKey, token } = connection;
  const stored: Stored = { id, baseUrl, savedId, ...times, ticket, signOuts };
  const credentials: Credentials = { apiKey, token };
  tab.set(KEY, JSON.stringify(stored));
  tab.set(CREDENTIALS, JSON.stringify(credentials));
  browser.set(TICKETS, JSON.stringify([...tickets(), ticket].slice(-TICKETS_MAX)));
}

/** Takes back what `leaveSession` stored: the page did not go after all. */
export function forgetSession(): void {
  tab.remove(KEY);
  tab.remove(CREDENTIALS);
}

/** Another value after every sign-out in this browser, whoever was there to hear of it. */
export function signOutsSeen(): string {
  return browser.get(SIGN_OUTS) ?? '';
}

export function noteSignOut(): void {
  browser.set(SIGN_OUTS, createRandomId());
  browser.remove(TICKETS);
}

function claim(): Claimed {
  const stored = readStored(tab.getJson(KEY));
  const credentials = readCredentials(tab.getJson(CREDENTIALS));
  forgetSession();
  if (!stored || !credentials) return { session: undefined };
  if (stored.signOuts !== signOutsSeen()) return { session: undefined, notice: SIGNED_OUT_ELSEWHERE };
  if (!takeTicket(stored.ticket)) return { session: undefined };
  const { id, baseUrl, savedId, age, idle, leftAt } = stored;
  const away = Date.now() - leftAt;
  const missed = away < -CLOCK_SLACK_MS ? IDLE_MS : Math.max(away, 0);
  const lifetime = { began: momentAgo(age + missed), active: momentAgo(idle + missed) };
  const notice = reasonToLock(lifetime);
  if (notice) return { session: undefined, notice };
  return { session: { connection: { id, baseUrl, ...credentials }, savedId, ...lifetime } };
}

function takeTicket(ticket: string): boolean {
  const all = tickets();
  if (!all.includes(ticket)) return false;
  browser.set(TICKETS, JSON.stringify(all.filter((one) => one !== ticket)));
  return true;
}

function tickets(): unknown[] {
  const value = browser.getJson(TICKETS);
  return Array.isArray(value) ? value : [];
}

function readStored(value: unknown): Stored | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, baseUrl, savedId, ticket, signOuts, age, idle, leftAt } = value;
  const whole = areAll('string', [id, baseUrl, savedId, ticket, signOuts]) && areAll('number', [age, idle, leftAt]);
  return whole ? (value as Stored) : undefined; // every field was just looked at
}

function readCredentials(value: unknown): Credentials | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiKey, token } = value;
  return typeof apiKey === 'string' && typeof token === 'string' ? { apiKey, token } : undefined;
}

function areAll(type: 'string' | 'number', values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === type);
}
