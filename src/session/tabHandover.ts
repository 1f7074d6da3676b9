import { createRandomId } from '#lib/createRandomId.ts';
import type { TabChannel } from '#lib/storage.ts';
import type { Clock } from '#lib/time/clock.ts';
import type { Environment } from '#services/environment.ts';
import type { ActiveSession } from './sessionPersistence.ts';
import { getElapsedMs, getLockReason, readClocks } from './sessionTimeouts.ts';

/**
 * Session that a signed-in tab offers to a new one. Nothing is stored. Durations are in ms, because tabs share no
 * monotonic clock. `unused` is the time since the last input in the offering tab.
 */
type SessionOffer = { to: string; unused: number; age: number; idle: number } & Pick<
  ActiveSession,
  'connection' | 'savedConnectionId' | 'declined'
>;

type HandoverMessage = { ask: string } | { offer: SessionOffer };

/** Limits in ms: wait for the first offer, wait for further offers, and time after which late offers are ignored. */
const FIRST_OFFER_TIMEOUT_MS = 60;
const FURTHER_OFFERS_MS = 20;
const LATE_OFFERS_MS = 3_000;

export class TabHandover {
  readonly #channel: TabChannel<HandoverMessage>;
  readonly #clock: Clock;
  #lastUsedAt: number;

  constructor({ createChannel, clock, page }: Pick<Environment, 'createChannel' | 'clock' | 'page'>) {
    this.#channel = createChannel('fleetlens.handOver');
    this.#clock = clock;
    this.#lastUsedAt = clock.getMonotonicTime();
    const recordUse = () => {
      this.#lastUsedAt = clock.getMonotonicTime();
    };
    for (const sign of ['pointerdown', 'keydown', 'focus']) {
      page.events.addEventListener(sign, recordUse, { capture: true, passive: true });
    }
  }

  /** Offers the session that `getActiveSession` returns to every tab that requests one. */
  answerRequests(getActiveSession: () => ActiveSession | undefined): void {
    const clock = this.#clock;
    this.#channel.subscribe((message) => {
      const session = getActiveSession();
      if (!('ask' in message) || !session || getLockReason(clock, session)) return;
      const { connection, savedConnectionId, began, active, declined = false } = session;
      const { id, baseUrl, apiKey, token } = connection;
      const times = {
        unused: clock.getMonotonicTime() - this.#lastUsedAt,
        age: getElapsedMs(clock, began),
        idle: getElapsedMs(clock, active),
      };
      // the copied fields are those that a message can contain
      const offer = {
        to: message.ask,
        connection: { id, baseUrl, apiKey, token },
        savedConnectionId,
        declined,
        ...times,
      };
      this.#channel.send({ offer });
    });
  }

  /**
   * Passes the session of the most recently used tab to `take`. Resolves after a short wait. Later offers are still
   * accepted.
   */
  requestSession(take: (session: ActiveSession) => void): Promise<void> {
    const clock = this.#clock;
    const ask = createRandomId();
    const offers: SessionOffer[] = [];
    return new Promise((resolve) => {
      const choose = () => {
        const [offer] = offers.sort((one, other) => one.unused - other.unused);
        if (offer) {
          const { connection, savedConnectionId, age, idle, declined = false } = offer;
          stop();
          take({
            connection,
            savedConnectionId,
            declined,
            began: readClocks(clock, age),
            active: readClocks(clock, idle),
          });
        }
        resolve();
      };
      const stop = this.#channel.subscribe((message) => {
        if (!('offer' in message) || message.offer.to !== ask) return;
        if (offers.push(message.offer) === 1) clock.startTimer(choose, FURTHER_OFFERS_MS);
      });
      this.#channel.send({ ask });
      clock.startTimer(resolve, FIRST_OFFER_TIMEOUT_MS);
      clock.startTimer(stop, LATE_OFFERS_MS);
    });
  }
}
