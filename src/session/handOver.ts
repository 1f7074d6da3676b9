import { createRandomId } from '#lib/createRandomId.ts';
import { createSafeChannel } from '#lib/storage.ts';
import type { HeldSession } from './keptSession.ts';
import { momentAgo, reasonToLock, since } from './limits.ts';

/**
 * A session offered by a signed-in tab to a new one; nothing is stored. Durations in ms, because tabs share no monotonic clock.
 * `unused` is the time since the last input in the answering tab.
 */
type Offer = { to: string; unused: number; age: number; idle: number } & Pick<
  HeldSession,
  'connection' | 'savedId' | 'declined'
>;

type Message = { ask: string } | { offer: Offer };

const channel = createSafeChannel('fleetlens.handOver');

/** In ms: wait for the first answer, wait for further answers, and limit for late answers. */
const ANSWER_MS = 60;
const OTHERS_MS = 20;
const LATE_MS = 3_000;

let used = performance.now();
for (const sign of ['pointerdown', 'keydown', 'focus']) {
  addEventListener(sign, noteUse, { capture: true, passive: true });
}

export function answerAsks(held: () => HeldSession | undefined): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const session = held();
    if (!('ask' in data) || !session || reasonToLock(session)) return;
    const { connection, savedId, began, active, declined = false } = session;
    const times = { unused: performance.now() - used, age: since(began), idle: since(active) };
    const message: Message = { offer: { to: data.ask, connection, savedId, declined, ...times } };
    channel.postMessage(message);
  });
}

/** Passes the session of the most recently used tab to `take`. Resolves after a short wait; later answers are still accepted. */
export function askOthers(take: (session: HeldSession) => void): Promise<void> {
  const ask = createRandomId();
  const offers: Offer[] = [];
  return new Promise((resolve) => {
    const choose = () => {
      const [offer] = offers.sort((one, other) => one.unused - other.unused);
      if (offer) {
        const { connection, savedId, age, idle, declined = false } = offer;
        stop();
        take({ connection, savedId, declined, began: momentAgo(age), active: momentAgo(idle) });
      }
      resolve();
    };
    const hear = ({ data }: MessageEvent<Message>) => {
      if (!('offer' in data) || data.offer.to !== ask) return;
      if (offers.push(data.offer) === 1) setTimeout(choose, OTHERS_MS);
    };
    const stop = () => channel.removeEventListener('message', hear);
    channel.addEventListener('message', hear);
    channel.postMessage({ ask } satisfies Message);
    setTimeout(resolve, ANSWER_MS);
    setTimeout(stop, LATE_MS);
  });
}

function noteUse(): void {
  used = performance.now();
}
