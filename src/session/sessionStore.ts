import { shallowEqual } from '@mantine/hooks';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { Emitter } from '#lib/emitter.ts';
import type { TabChannel } from '#lib/storage.ts';
import type { Environment } from '#services/environment.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import {
  type ActiveSession,
  createSessionPersistence,
  type SessionPersistence,
  SIGNED_OUT_ELSEWHERE_NOTICE,
} from './sessionPersistence.ts';
import {
  createSignedOutOrLockedState,
  isPersistedSession,
  type SessionEvent,
  type SessionSnapshot,
  type SessionState,
  type TabSession,
  toSessionSnapshot,
  transitionSession,
} from './sessionState.ts';
import { getElapsedMs, getLockReason, readClocks, SESSION_IDLE_TIMEOUT_MS } from './sessionTimeouts.ts';
import { TabHandover } from './tabHandover.ts';
import { UnloadStorage } from './unloadStorage.ts';

/** Time in ms after which the page counts as not left, because downloads and mailto links also fire `beforeunload`. */
const UNLOAD_TIMEOUT_MS = 3_000;

/** Time in ms before the lock at which a warning is shown. */
const WARNING_MS = 60_000;

/** Minimum interval between activity messages to other tabs, in ms. */
const REPORT_INTERVAL_MS = 5_000;

const LIFETIME_CHECK_MS = 1_000;

type SessionStoreOptions = {
  environment: Environment;
  persistence: SessionPersistence;
  queryClient: QueryClient;
};

/** Session of one tab: sign-in and sign-out, restoring after a reload, handover to new tabs, and the idle lock. */
export class SessionStore {
  readonly #environment: Environment;
  readonly #persistence: SessionPersistence;
  readonly #queryClient: QueryClient;
  readonly #handover: TabHandover;
  readonly #unloadStorage: UnloadStorage;
  readonly #notices: TabChannel<string>;
  readonly #activity: TabChannel<number>;
  readonly #listeners = new Emitter();
  readonly #warningListeners = new Emitter();
  readonly #unloadGuards = new Set<object>();
  #state: SessionState;
  #session: SessionSnapshot;
  /** True if unfinished work may be too large for the browser to store. */
  #hasLargeWork = false;
  /** Stops the timer that discards the data stored for the next page if this page does not unload after all. */
  #stopUnloadTimer: (() => void) | undefined;
  #lastReportedAt = Number.NEGATIVE_INFINITY;

  constructor({ environment, persistence, queryClient }: SessionStoreOptions) {
    this.#environment = environment;
    this.#persistence = persistence;
    this.#queryClient = queryClient;
    this.#handover = new TabHandover(environment);
    this.#unloadStorage = new UnloadStorage(environment);
    this.#notices = environment.createChannel('fleetlens.session');
    this.#activity = environment.createChannel('fleetlens.activity');
    const { session, notice } = persistence.restored;
    this.#state = session ? { kind: 'kept', session: this.#open(session) } : createSignedOutOrLockedState(notice);
    this.#session = toSessionSnapshot(this.#state);
    this.#notices.subscribe((message) => this.#end({ kind: 'end', notice: message }));
    this.#handover.answerRequests(() => this.#active);
    this.#watchRejectedCredentials();
    this.#watchUnload();
    this.#watchActivity();
    this.checkLifetime();
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Registers `clear`, which drops what belongs to the session when it ends. */
  onEnd(clear: () => void): void {
    this.subscribe(() => {
      if (!this.#session.connection) clear();
    });
  }

  readonly subscribeToWarning = this.#warningListeners.subscribe;

  readonly getSession = (): SessionSnapshot => this.#session;

  readonly getSecondsLeft = (): number | undefined =>
    this.#state.kind === 'aboutToLock' ? this.#state.secondsLeft : undefined;

  get state(): SessionState {
    return this.#state;
  }

  /** Starts a session with verified credentials. With `keep`, the session survives reloads of this tab. */
  signIn(connection: Connection, { keep, savedConnectionId }: { keep: boolean; savedConnectionId: string }): void {
    this.#removeQueries(connection.id);
    const now = readClocks(this.#environment.clock, 0);
    const session = this.#open({ connection, savedConnectionId, declined: !keep, began: now, active: now });
    this.#apply({ kind: 'signIn', session, keep });
  }

  /** Takes over the session of another tab, in memory only. Late responses are also accepted. */
  async restoreFromOtherTabs(): Promise<void> {
    if (this.#active) return;
    await this.#handover.requestSession((offered) => this.#apply({ kind: 'takeOver', session: this.#open(offered) }));
  }

  /** Ends the session in every tab. Clears storage, cached responses, pending requests and credentials. */
  readonly signOut = (notice?: string): void => {
    if (this.#active) {
      this.#persistence.recordSignOut();
      this.#notices.send(notice ?? SIGNED_OUT_ELSEWHERE_NOTICE);
    }
    this.#end({ kind: 'end', notice });
  };

  /**
   * Ends the session of this tab only, so that the user can sign in to another service. The sign-in form then selects
   * no connection.
   */
  signOutOfTab(): void {
    this.#end({ kind: 'end', notice: undefined, endedOn: '' });
  }

  /**
   * Returns the unfinished work that this tab's previous page stored under a name for this connection. Can be called
   * once.
   */
  restoreUnloadData(name: string): unknown {
    const active = this.#active;
    return active && this.#unloadStorage.take(name, active.savedConnectionId, active.signOuts);
  }

  /** Registers `collect`, which returns the data of a saved connection to store when the page is left. */
  registerUnloadData(name: string, collect: (savedConnectionId: string) => unknown): void {
    this.#unloadStorage.register(name, collect);
  }

  /** Ends the session if the service rejects the credentials of its connection. */
  handleRequestError(connectionId: unknown, error: unknown): void {
    const isRejection = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (isRejection && connectionId === this.#active?.connection.id)
      this.#end({ kind: 'reject', notice: error.message });
  }

  /** Requires confirmation before the page is left while `large` work cannot be stored. */
  setLargeWorkGuard(large: boolean): void {
    this.#hasLargeWork = large;
  }

  addUnloadGuard(): () => void {
    const guard = {};
    this.#unloadGuards.add(guard);
    return () => void this.#unloadGuards.delete(guard);
  }

  readonly reportActivity = (): void => {
    const active = this.#active;
    const { clock } = this.#environment;
    if (!active || getLockReason(clock, active)) return;
    const wasWarned = this.#state.kind === 'aboutToLock';
    this.#apply({ kind: 'recordActivity', active: readClocks(clock, 0) });
    const now = clock.getMonotonicTime();
    if (!wasWarned && now - this.#lastReportedAt < REPORT_INTERVAL_MS) return;
    this.#lastReportedAt = now;
    this.#activity.send(clock.getTime());
  };

  /**
   * Locks the session after 15 minutes without input in any tab, or 8 hours after sign-in. Time in sleep mode counts.
   */
  readonly checkLifetime = (): void => {
    const active = this.#active;
    if (!active) return;
    const { clock } = this.#environment;
    const reason = getLockReason(clock, active);
    if (reason) {
      this.signOut(reason);
      return;
    }
    const left = SESSION_IDLE_TIMEOUT_MS - getElapsedMs(clock, active.active);
    this.#apply({ kind: 'countDown', secondsLeft: left <= WARNING_MS ? Math.ceil(left / 1000) : undefined });
  };

  get #active(): TabSession | undefined {
    return 'session' in this.#state ? this.#state.session : undefined;
  }

  #open(session: ActiveSession): TabSession {
    // after a wake-up, a request may be sent before the next timer tick
    session.connection.beforeRequest = this.checkLifetime;
    return { ...session, signOuts: this.#persistence.getSignOutMarker() };
  }

  #apply(event: SessionEvent): void {
    const secondsLeft = this.getSecondsLeft();
    this.#state = transitionSession(this.#state, event);
    const session = toSessionSnapshot(this.#state);
    if (!shallowEqual(session, this.#session)) {
      this.#session = session;
      this.#listeners.emit();
      this.checkLifetime();
    }
    if (this.getSecondsLeft() !== secondsLeft) this.#warningListeners.emit();
  }

  #end(event: Extract<SessionEvent, { kind: 'end' | 'reject' }>): void {
    const connection = this.#active?.connection;
    this.#persistence.clear();
    if (event.kind === 'end') this.#unloadStorage.clear();
    this.#apply(event);
    if (!connection) return;
    this.#removeQueries();
    // remaining references to the connection, such as a request waiting for its retry, lose the credentials
    connection.apiKey = '';
    connection.token = '';
  }

  /** Removes all that any session received, except for that of the connections `kept`. */
  #removeQueries(...kept: unknown[]): void {
    kept.push(...hostConfigQueryOptions.queryKey);
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !kept.includes(queryKey[0]);
    void this.#queryClient.cancelQueries({ predicate });
    for (const query of this.#queryClient.getQueryCache().findAll({ predicate })) {
      // a component that still observes a removed query releases its data only after this time
      query.gcTime = 0;
      this.#queryClient.getQueryCache().remove(query);
    }
  }

  #watchRejectedCredentials(): void {
    this.#queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      this.handleRequestError(event.query.queryKey[0], event.action.error);
    });
  }

  #watchUnload(): void {
    const { clock, page } = this.#environment;
    // the browser waits for this event only; `pagehide` may fire after the next page starts, or never
    page.events.addEventListener('beforeunload', (event) => {
      // asks for confirmation when leaving would lose work
      const isStored = this.#storeForUnload();
      if (this.#unloadGuards.size > 0 || (this.#hasLargeWork && !isStored)) event.preventDefault();
      this.#stopUnloadTimer?.();
      this.#stopUnloadTimer = clock.startTimer(() => this.#cancelUnload(), UNLOAD_TIMEOUT_MS);
    });
    page.events.addEventListener('pagehide', () => {
      if (!this.#stopUnloadTimer) this.#storeForUnload();
      this.#stopUnloadTimer?.();
    });
    page.events.addEventListener('pageshow', (event) => {
      if (!('persisted' in event && event.persisted)) return;
      this.#cancelUnload();
      const active = this.#active;
      if (!active || active.signOuts === this.#persistence.getSignOutMarker()) return;
      this.#end({ kind: 'end', notice: SIGNED_OUT_ELSEWHERE_NOTICE });
    });
  }

  /**
   * Stores the data for the next page.
   * @returns true if the browser stored the unfinished work
   */
  #storeForUnload(): boolean {
    const active = this.#active;
    if (active && isPersistedSession(this.#state)) this.#persistence.store(active, active.signOuts);
    const owner = active ?? (this.#state.kind === 'rejected' ? this.#state.unfinished : undefined);
    return owner
      ? this.#unloadStorage.store(owner.savedConnectionId, owner.signOuts)
      : this.#unloadStorage.storeUnclaimed();
  }

  #cancelUnload(): void {
    this.#stopUnloadTimer = undefined;
    this.#persistence.clear();
    this.#unloadStorage.removeStored();
  }

  #watchActivity(): void {
    const { clock, page } = this.#environment;
    for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
      page.events.addEventListener(sign, this.#handleInput, { capture: true, passive: true });
    }
    this.#activity.subscribe((time) => {
      const ago = Math.max(0, clock.getTime() - time);
      this.#apply({ kind: 'recordActivity', active: readClocks(clock, ago) });
    });
    // the event targets the document
    page.events.addEventListener('visibilitychange', this.checkLifetime, { capture: true });
    clock.startInterval(this.checkLifetime, LIFETIME_CHECK_MS);
  }

  /**
   * Counts input as activity, except in the warning: closing the warning too early would swallow the click on its
   * buttons.
   */
  readonly #handleInput = ({ target }: Event): void => {
    const isInWarning = target && 'closest' in target && (target as Element).closest('[role="alertdialog"]'); // the target is an element
    if (!isInWarning) this.reportActivity();
  };
}

export function createSessionStore(services: ServiceContainer): SessionStore {
  const { environment } = services;
  const persistence = services.get(createSessionPersistence);
  return new SessionStore({ environment, persistence, queryClient: services.get(createQueryClient) });
}
