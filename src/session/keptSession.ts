import type { Connection } from '#api/connection.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { IDLE_MS, type Lifetime, momentAgo, reasonToLock, since } from './limits.ts';

export type HeldSession = Lifetime & {
  connection: Connection;
  savedId: string;
  /** The user declined to stay signed in after a reload. */
  declined?: boolean;
};

/**
 * Session data that a tab stores only while it navigates or reloads, so that windows opened from it and duplicated tabs find no
 * session. `ticket` permits one restore; `signOuts` detects a sign-out in the meantime. Times are wall clock, durations ms.
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
 * Stored apart from the rest: an engine may represent a string parsed from JSON as a slice of the whole text, and data that
 * outlives the session must not retain the credentials.
 */
type Credentials = Pick<Connection, 'apiKey' | 'token'>;

const KEY = 'fleetlens.session';
const CREDENTIALS = 'fleetlens.credentials';
const TICKETS = 'fleetlens.returns';
const SIGN_OUTS = 'fleetlens.signOuts';
/** Maximum number of tickets; the oldest is dropped. */
const TICKETS_MAX = 100;
/** Largest tolerated backward clock change, in ms; beyond it the time away is unknown. */
const CLOCK_SLACK_MS = 60_000;

export const SIGNED_OUT_ELSEWHERE = 'You signed out in another tab.';

const tab = createSafeStorage('sessionStorage');
const browser = createSafeStorage('localStorage');

type Claimed = { session: HeldSession | undefined; notice?: string };

let claimed: Claimed | undefined;

/** The session stored by this tab's previous page. Read once per page load. */
export function claimSession(): Claimed {
  claimed ??= claim();
  return claimed;
}

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

export function forgetSession(): void {
  tab.remove(KEY);
  tab.remove(CREDENTIALS);
}

/** A value that changes with every sign-out in this browser. */
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
  return whole ? (value as Stored) : undefined; // all fields are checked above
}

function readCredentials(value: unknown): Credentials | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiKey, token } = value;
  return typeof apiKey === 'string' && typeof token === 'string' ? { apiKey, token } : undefined;
}

function areAll(type: 'string' | 'number', values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === type);
}
