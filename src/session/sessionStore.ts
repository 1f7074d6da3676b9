import type { Connection } from '#api/connection.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { getElapsedMs, getLockReason, IDLE_MS, readClocks, type SessionLifetime } from './sessionLifetime.ts';

export type ActiveSession = SessionLifetime & {
  connection: Connection;
  savedId: string;
  /** The user declined to stay signed in after a reload. */
  declined?: boolean;
};

/**
 * Session data that a tab stores only while it navigates or reloads, so that windows opened from it and duplicated tabs find no
 * session. `ticket` permits one restore; `signOuts` detects a sign-out in the meantime. Times are wall clock, durations ms.
 */
type StoredSession = {
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

const SESSION_KEY = 'fleetlens.session';
const CREDENTIALS_KEY = 'fleetlens.credentials';
const TICKETS_KEY = 'fleetlens.returns';
const SIGN_OUT_MARKER_KEY = 'fleetlens.signOuts';
/** Maximum number of tickets; the oldest is dropped. */
const TICKETS_MAX = 100;
/** Largest tolerated backward clock change, in ms; beyond it the time away is unknown. */
const CLOCK_SLACK_MS = 60_000;

export const SIGNED_OUT_ELSEWHERE_NOTICE = 'You signed out in another tab.';

const tabStorage = createSafeStorage('sessionStorage');
const browserStorage = createSafeStorage('localStorage');

type RestoredSession = { session: ActiveSession | undefined; notice?: string };

let restored: RestoredSession | undefined;

/** The session stored by this tab's previous page. Read once per page load. */
export function restoreSession(): RestoredSession {
  restored ??= readStoredSession();
  return restored;
}

export function storeSession({ connection, savedId, began, active }: ActiveSession, signOuts: string): void {
  const ticket = createRandomId();
  const times = { age: getElapsedMs(began), idle: getElapsedMs(active), leftAt: Date.now() };
  const { id, baseUrl, apiKey, token } = connection;
  const stored: StoredSession = { id, baseUrl, savedId, ...times, ticket, signOuts };
  const credentials: Credentials = { apiKey, token };
  tabStorage.set(SESSION_KEY, JSON.stringify(stored));
  tabStorage.set(CREDENTIALS_KEY, JSON.stringify(credentials));
  browserStorage.set(TICKETS_KEY, JSON.stringify([...readTickets(), ticket].slice(-TICKETS_MAX)));
}

export function clearStoredSession(): void {
  tabStorage.remove(SESSION_KEY);
  tabStorage.remove(CREDENTIALS_KEY);
}

/** A value that changes with every sign-out in this browser. */
export function getSignOutMarker(): string {
  return browserStorage.get(SIGN_OUT_MARKER_KEY) ?? '';
}

export function recordSignOut(): void {
  browserStorage.set(SIGN_OUT_MARKER_KEY, createRandomId());
  browserStorage.remove(TICKETS_KEY);
}

function readStoredSession(): RestoredSession {
  const stored = parseStoredSession(tabStorage.getJson(SESSION_KEY));
  const credentials = parseCredentials(tabStorage.getJson(CREDENTIALS_KEY));
  clearStoredSession();
  if (!stored || !credentials) return { session: undefined };
  if (stored.signOuts !== getSignOutMarker()) return { session: undefined, notice: SIGNED_OUT_ELSEWHERE_NOTICE };
  if (!redeemTicket(stored.ticket)) return { session: undefined };
  const { id, baseUrl, savedId, age, idle, leftAt } = stored;
  const away = Date.now() - leftAt;
  const missed = away < -CLOCK_SLACK_MS ? IDLE_MS : Math.max(away, 0);
  const lifetime = { began: readClocks(age + missed), active: readClocks(idle + missed) };
  const notice = getLockReason(lifetime);
  if (notice) return { session: undefined, notice };
  return { session: { connection: { id, baseUrl, ...credentials }, savedId, ...lifetime } };
}

function redeemTicket(ticket: string): boolean {
  const all = readTickets();
  if (!all.includes(ticket)) return false;
  browserStorage.set(TICKETS_KEY, JSON.stringify(all.filter((one) => one !== ticket)));
  return true;
}

function readTickets(): unknown[] {
  const value = browserStorage.getJson(TICKETS_KEY);
  return Array.isArray(value) ? value : [];
}

function parseStoredSession(value: unknown): StoredSession | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, baseUrl, savedId, ticket, signOuts, age, idle, leftAt } = value;
  const whole = areAll('string', [id, baseUrl, savedId, ticket, signOuts]) && areAll('number', [age, idle, leftAt]);
  return whole ? (value as StoredSession) : undefined; // all fields are checked above
}

function parseCredentials(value: unknown): Credentials | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiKey, token } = value;
  return typeof apiKey === 'string' && typeof token === 'string' ? { apiKey, token } : undefined;
}

function areAll(type: 'string' | 'number', values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === type);
}
