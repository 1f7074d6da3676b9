import { createSafeStorage, type SafeStorage, type TabChannel } from '#lib/storage.ts';
import type { Clock } from '#lib/time/clock.ts';
import type { Environment } from '#services/environment.ts';

type Timer = { at: number; callback: () => void; every: number | undefined };

export class FakeClock implements Clock {
  #wall = 1_700_000_000_000;
  #steady = 0;
  readonly #timers = new Set<Timer>();

  getTime(): number {
    return this.#wall;
  }

  getMonotonicTime(): number {
    return this.#steady;
  }

  startTimer(callback: () => void, ms: number): () => void {
    return this.#add({ at: this.#steady + ms, callback, every: undefined });
  }

  startInterval(callback: () => void, ms: number): () => void {
    return this.#add({ at: this.#steady + ms, callback, every: ms });
  }

  advance(ms: number): void {
    const end = this.#steady + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#move(next.at - this.#steady);
      if (next.every === undefined) this.#timers.delete(next);
      else next.at += next.every;
      next.callback();
    }
    this.#move(end - this.#steady);
  }

  /** Advances the time as if the computer slept: the monotonic clock and all timers stop. */
  sleep(ms: number): void {
    this.#wall += ms;
  }

  #move(ms: number): void {
    this.#wall += ms;
    this.#steady += ms;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }
}

/** Browser without a window. Its tabs share a clock, storage and channels. */
export class FakeBrowser {
  readonly clock = new FakeClock();
  readonly #browserStorage = createMemoryStorage();
  readonly #channels = new Map<string, Set<(message: unknown) => void>>();

  /** Opens a tab, or loads the next page of a tab, which keeps its storage. */
  openTab(tabStorage: SafeStorage = createMemoryStorage()): Environment & { page: { events: EventTarget } } {
    return {
      tabStorage,
      browserStorage: this.#browserStorage,
      createChannel: (name) => this.#createChannel(name),
      clock: this.clock,
      page: { events: new EventTarget(), isVisible: () => true, isOnline: () => true },
    };
  }

  #createChannel<Message>(name: string): TabChannel<Message> {
    const all = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, all);
    const own = new Set<(message: unknown) => void>();
    return {
      send: (message) => {
        const copy = structuredClone(message);
        for (const listener of all) if (!own.has(listener)) listener(copy);
      },
      subscribe: (listener) => {
        const receive = (message: unknown) => listener(message as Message); // all messages of a channel have the same type
        own.add(receive);
        all.add(receive);
        return () => {
          own.delete(receive);
          all.delete(receive);
        };
      },
    };
  }
}

function createMemoryStorage(): SafeStorage {
  return createSafeStorage('localStorage');
}
