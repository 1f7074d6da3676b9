import type { Connection } from '#api/connection.ts';
import { isJsonObject } from '#lib/json.ts';
import { parse } from '#lib/jsonText.ts';
import { safeStorage } from '#lib/storage.ts';
import { IDLE_MS, type Lifetime, momentAgo, reasonToLock, since } from './limits.ts';

/** A session as it is held in memory. */
export type HeldSession = Lifetime & {
  /** Its credentials are emptied when it ends. */
  connection: Connection;
  /** Which of the saved connections it is. */
  savedId: string;
};

/**
 * What a tab stores while it is between two pages, and at no other time: so no window that is opened from it, and no copy
 * of it, finds a session in its storage. `ticket` is good for one return; `signOuts` tells whether somebody signed out
 * meanwhile; times are wall clock, durations ms.
 */
type Stored = {
  connection: Connection;
  savedId: string;
  age: number;
  idle: number;
  leftAt: number;
  ticket: string;
  signOuts: string;
};

const KEY = 'fleetlens.session';
const TICKETS = 'fleetlens.returns';
const SIGN_OUTS = 'fleetlens.signOuts';
/** As many tabs may be elsewhere at a time. */
const TICKETS_MAX = 100;
/** A clock that is this much behind when one returns was set back: for how long one was away is not known then. */
const CLOCK_SLACK_MS = 60_000;

export const SIGNED_OUT_ELSEWHERE = 'You signed out in another tab.';

const tab = safeStorage('sessionStorage');
const browser = safeStorage('localStorage');

export type Claimed = {
  session: HeldSession | undefined /** Why a session that was there is over. */;
  notice?: string;
};

let claimed: Claimed | undefined;

/** The session that this tab left when its last page went, once and for all of this page. */
export function claimSession(): Claimed {
  claimed ??= claim();
  return claimed;
}

/** Stores a session for the page that comes next in this tab. */
export function leaveSession({ connection, savedId, began, active }: HeldSession, signOuts: string): void {
  const ticket = random();
  const times = { age: since(began), idle: since(active), leftAt: Date.now() };
  const stored: Stored = { connection, savedId, ...times, ticket, signOuts };
  tab.set(KEY, JSON.stringify(stored));
  browser.set(TICKETS, JSON.stringify([...tickets(), ticket].slice(-TICKETS_MAX)));
}

/** Takes back what `leaveSession` stored: the page did not go after all. */
export function forgetSession(): void {
  tab.remove(KEY);
}

/** Another value after every sign-out in this browser, whoever was there to hear of it. */
export function signOutsSeen(): string {
  return browser.get(SIGN_OUTS) ?? '';
}

export function noteSignOut(): void {
  browser.set(SIGN_OUTS, random());
  browser.remove(TICKETS);
}

function claim(): Claimed {
  const text = tab.get(KEY);
  if (text === null) return { session: undefined };
  tab.remove(KEY);
  const stored = read(text);
  if (!stored) return { session: undefined };
  if (stored.signOuts !== signOutsSeen()) return { session: undefined, notice: SIGNED_OUT_ELSEWHERE };
  if (!takeTicket(stored.ticket)) return { session: undefined };
  const { connection, savedId, age, idle, leftAt } = stored;
  const away = Date.now() - leftAt;
  const missed = away < -CLOCK_SLACK_MS ? IDLE_MS : Math.max(away, 0);
  const lifetime = { began: momentAgo(age + missed), active: momentAgo(idle + missed) };
  const notice = reasonToLock(lifetime);
  return notice ? { session: undefined, notice } : { session: { connection, savedId, ...lifetime } };
}

function takeTicket(ticket: string): boolean {
  const all = tickets();
  if (!all.includes(ticket)) return false;
  browser.set(TICKETS, JSON.stringify(all.filter((one) => one !== ticket)));
  return true;
}

function tickets(): unknown[] {
  try {
    const value: unknown = JSON.parse(browser.get(TICKETS) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function read(text: string): Stored | undefined {
  try {
    const value = parse(text);
    if (!isJsonObject(value) || !isJsonObject(value['connection'])) return undefined;
    const { id, baseUrl, apiKey, token } = value['connection'];
    const { savedId, ticket, signOuts, age, idle, leftAt } = value;
    const texts = [id, baseUrl, apiKey, token, savedId, ticket, signOuts].every((one) => typeof one === 'string');
    const numbers = [age, idle, leftAt].every((one) => typeof one === 'number');
    return texts && numbers ? (value as Stored) : undefined; // every field was just looked at
  } catch {
    return undefined;
  }
}

function random(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
