import { createRandomId } from '#lib/createRandomId.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { getElapsedMs, getLockReason, readClocks } from './sessionLifetime.ts';
import type { ActiveSession } from './sessionStore.ts';

/**
 * A session offered by a signed-in tab to a new one; nothing is stored. Durations in ms, because tabs share no monotonic clock.
 * `unused` is the time since the last input in the answering tab.
 */
type SessionOffer = { to: string; unused: number; age: number; idle: number } & Pick<
  ActiveSession,
  'connection' | 'savedId' | 'declined'
>;

type HandoverMessage = { ask: string } | { offer: SessionOffer };

const channel = createSafeChannel('fleetlens.handOver');

/** In ms: wait for the first answer, wait for further answers, and limit for late answers. */
const FIRST_OFFER_TIMEOUT_MS = 60;
const FURTHER_OFFERS_MS = 20;
const LATE_OFFERS_MS = 3_000;

let lastUsedAt = performance.now();
for (const sign of ['pointerdown', 'keydown', 'focus']) {
  addEventListener(sign, recordUse, { capture: true, passive: true });
}

export function answerHandoverRequests(held: () => ActiveSession | undefined): void {
  channel.addEventListener('message', ({ data }: MessageEvent<HandoverMessage>) => {
    const session = held();
    if (!('ask' in data) || !session || getLockReason(session)) return;
    const { connection, savedId, began, active, declined = false } = session;
    const times = { unused: performance.now() - lastUsedAt, age: getElapsedMs(began), idle: getElapsedMs(active) };
    const message: HandoverMessage = { offer: { to: data.ask, connection, savedId, declined, ...times } };
    channel.postMessage(message);
  });
}

/** Passes the session of the most recently used tab to `take`. Resolves after a short wait; later answers are still accepted. */
export function requestHandover(take: (session: ActiveSession) => void): Promise<void> {
  const ask = createRandomId();
  const offers: SessionOffer[] = [];
  return new Promise((resolve) => {
    const choose = () => {
      const [offer] = offers.sort((one, other) => one.unused - other.unused);
      if (offer) {
        const { connection, savedId, age, idle, declined = false } = offer;
        stop();
        take({ connection, savedId, declined, began: readClocks(age), active: readClocks(idle) });
      }
      resolve();
    };
    const hear = ({ data }: MessageEvent<HandoverMessage>) => {
      if (!('offer' in data) || data.offer.to !== ask) return;
      if (offers.push(data.offer) === 1) setTimeout(choose, FURTHER_OFFERS_MS);
    };
    const stop = () => channel.removeEventListener('message', hear);
    channel.addEventListener('message', hear);
    channel.postMessage({ ask } satisfies HandoverMessage);
    setTimeout(resolve, FIRST_OFFER_TIMEOUT_MS);
    setTimeout(stop, LATE_OFFERS_MS);
  });
}

function recordUse(): void {
  lastUsedAt = performance.now();
}
