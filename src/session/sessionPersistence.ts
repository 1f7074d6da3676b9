import type { Connection } from '#api/connection.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import type { SafeStorage } from '#lib/storage.ts';
import type { Clock } from '#lib/time/clock.ts';
import type { Environment } from '#services/environment.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import {
  getElapsedMs,
  getLockReason,
  readClocks,
  SESSION_IDLE_TIMEOUT_MS,
  type SessionClockReadings,
} from './sessionTimeouts.ts';

export type ActiveSession = SessionClockReadings & {
  connection: Connection;
  savedConnectionId: string;
  /** True if the user chose not to stay signed in after a reload. */
  declined?: boolean;
};

/**
 * Session data that a tab stores only while it navigates or reloads, so that new windows and duplicated tabs find no
 * session. `ticket` permits one restore; `signOuts` detects a sign-out in the meantime. Times are wall clock times,
 * durations are in ms.
 */
type StoredSession = {
  id: string;
  baseUrl: string;
  savedConnectionId: string;
  age: number;
  idle: number;
  leftAt: number;
  ticket: string;
  signOuts: string;
};

/**
 * Stored separately, because an engine may represent a string parsed from JSON as a slice of the whole text, and data
 * that outlives the session must not retain the credentials.
 */
type Credentials = Pick<Connection, 'apiKey' | 'token'>;

const SESSION_KEY = 'fleetlens.session';
const CREDENTIALS_KEY = 'fleetlens.credentials';
const TICKETS_KEY = 'fleetlens.returns';
const SIGN_OUT_MARKER_KEY = 'fleetlens.signOuts';
/** Maximum number of tickets. The oldest is dropped. */
const TICKETS_MAX = 100;
/**
 * Largest backward clock change that is tolerated, in ms. After a larger one, the duration of the absence is unknown.
 */
const CLOCK_SLACK_MS = 60_000;

export const SIGNED_OUT_ELSEWHERE_NOTICE = 'You signed out in another tab.';

type RestoredSession = { session: ActiveSession | undefined; notice?: string };

export class SessionPersistence {
  readonly restored: RestoredSession;
  readonly #tabStorage: SafeStorage;
  readonly #browserStorage: SafeStorage;
  readonly #clock: Clock;

  constructor({ tabStorage, browserStorage, clock }: Pick<Environment, 'tabStorage' | 'browserStorage' | 'clock'>) {
    this.#tabStorage = tabStorage;
    this.#browserStorage = browserStorage;
    this.#clock = clock;
    this.restored = this.#readStoredSession();
  }

  store({ connection, savedConnectionId, began, active }: ActiveSession, signOuts: string): void {
    const ticket = createRandomId();
    const times = {
      age: getElapsedMs(this.#clock, began),
      idle: getElapsedMs(this.#clock, active),
      leftAt: this.#clock.getTime(),
    };
    const { id, baseUrl, apiKey, token } = connection;
    const stored: StoredSession = { id, baseUrl, savedConnectionId, ...times, ticket, signOuts };
    const credentials: Credentials = { apiKey, token };
    this.#tabStorage.set(SESSION_KEY, JSON.stringify(stored));
    this.#tabStorage.set(CREDENTIALS_KEY, JSON.stringify(credentials));
    this.#browserStorage.set(TICKETS_KEY, JSON.stringify([...this.#readTickets(), ticket].slice(-TICKETS_MAX)));
  }

  clear(): void {
    this.#tabStorage.remove(SESSION_KEY);
    this.#tabStorage.remove(CREDENTIALS_KEY);
  }

  /** Returns a value that changes with every sign-out in this browser. */
  getSignOutMarker(): string {
    return this.#browserStorage.get(SIGN_OUT_MARKER_KEY) ?? '';
  }

  recordSignOut(): void {
    this.#browserStorage.set(SIGN_OUT_MARKER_KEY, createRandomId());
    this.#browserStorage.remove(TICKETS_KEY);
  }

  #readStoredSession(): RestoredSession {
    const stored = parseStoredSession(this.#tabStorage.getJson(SESSION_KEY));
    const credentials = parseCredentials(this.#tabStorage.getJson(CREDENTIALS_KEY));
    this.clear();
    if (!stored || !credentials) return { session: undefined };
    if (stored.signOuts !== this.getSignOutMarker()) return { session: undefined, notice: SIGNED_OUT_ELSEWHERE_NOTICE };
    if (!this.#redeemTicket(stored.ticket)) return { session: undefined };
    const { id, baseUrl, savedConnectionId, age, idle, leftAt } = stored;
    const away = this.#clock.getTime() - leftAt;
    const missed = away < -CLOCK_SLACK_MS ? SESSION_IDLE_TIMEOUT_MS : Math.max(away, 0);
    const lifetime = { began: readClocks(this.#clock, age + missed), active: readClocks(this.#clock, idle + missed) };
    const notice = getLockReason(this.#clock, lifetime);
    if (notice) return { session: undefined, notice };
    return { session: { connection: { id, baseUrl, ...credentials }, savedConnectionId, ...lifetime } };
  }

  #redeemTicket(ticket: string): boolean {
    const all = this.#readTickets();
    if (!all.includes(ticket)) return false;
    this.#browserStorage.set(TICKETS_KEY, JSON.stringify(all.filter((one) => one !== ticket)));
    return true;
  }

  #readTickets(): unknown[] {
    const value = this.#browserStorage.getJson(TICKETS_KEY);
    return Array.isArray(value) ? value : [];
  }
}

export function createSessionPersistence({ environment }: ServiceContainer): SessionPersistence {
  return new SessionPersistence(environment);
}

function parseStoredSession(value: unknown): StoredSession | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, baseUrl, savedConnectionId, ticket, signOuts, age, idle, leftAt } = value;
  const whole =
    areAll('string', [id, baseUrl, savedConnectionId, ticket, signOuts]) && areAll('number', [age, idle, leftAt]);
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
