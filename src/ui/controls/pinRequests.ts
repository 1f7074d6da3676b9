import { Emitter } from '#lib/emitter.ts';

/** Content that the user wants to pin to a dashboard, as members of a tile. */
export type PinRequest = {
  link: string;
  show?: 'number' | 'bars' | 'rows' | 'chart';
  by?: string;
  value?: string;
  of?: string;
};

/** The latest request to pin something. The frame asks for the dashboard. */
export class PinRequests {
  readonly #listeners = new Emitter();
  #latest: PinRequest | undefined;

  readonly subscribe = this.#listeners.subscribe;

  readonly getLatest = (): PinRequest | undefined => this.#latest;

  readonly set = (request: PinRequest | undefined): void => {
    this.#latest = request;
    this.#listeners.emit();
  };
}

export function createPinRequests(): PinRequests {
  return new PinRequests();
}

export const PIN_LABEL = 'Pin to a dashboard…';
