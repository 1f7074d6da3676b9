import { Emitter } from './emitter.ts';

/** Value that components subscribe to. */
export class ValueStore<Value> {
  readonly #listeners = new Emitter();
  #value: Value;

  constructor(initial: Value) {
    this.#value = initial;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly get = (): Value => this.#value;

  readonly set = (value: Value): void => {
    this.#value = value;
    this.#listeners.emit();
  };
}
