import { ValueStore } from '#lib/valueStore.ts';

/** Content that the user wants to pin to a dashboard, as members of a tile. */
export type PinRequest = {
  link: string;
  show?: 'number' | 'bars' | 'rows' | 'chart';
  by?: string;
  value?: string;
  of?: string;
};

/** Creates the latest request to pin something. The frame asks for the dashboard. */
export function createPinRequestStore(): ValueStore<PinRequest | undefined> {
  return new ValueStore<PinRequest | undefined>(undefined);
}

export const PIN_LABEL = 'Pin to a dashboard…';
