import { Emitter } from '#lib/emitter.ts';
import { announce } from '#lib/tasks/announce.ts';

type Toast = { words: string; number: number };

class ToastStore {
  readonly #listeners = new Emitter();
  #latest: Toast | undefined;

  readonly subscribe = this.#listeners.subscribe;

  readonly getLatest = (): Toast | undefined => this.#latest;

  readonly show = (message: string): void => {
    this.#latest = { words: message, number: (this.#latest?.number ?? 0) + 1 };
    this.#listeners.emit();
    announce(message, 'toast');
  };
}

export const { show: showToast, getLatest: getLatestToast, subscribe: subscribeToToasts } = new ToastStore();
