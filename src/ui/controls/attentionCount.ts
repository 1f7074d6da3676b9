import { Emitter } from '#lib/emitter.ts';

/** Number of tiles over their limits that nobody has acknowledged. Shown on every page. */
export class AttentionCount {
  readonly #listeners = new Emitter();
  #count = 0;

  readonly subscribe = this.#listeners.subscribe;

  readonly get = (): number => this.#count;

  set(count: number): void {
    this.#count = count;
    this.#listeners.emit();
  }
}

export function createAttentionCount(): AttentionCount {
  return new AttentionCount();
}
