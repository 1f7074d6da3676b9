import { createContext, use } from 'react';

/** What a page, or a part of one, knows: the context that holds it, and the hook by which its pieces ask for it. */
export function place<State>(of: string) {
  const Place = createContext<State | undefined>(undefined);
  const usePlace = (): State => {
    const state = use(Place);
    if (state === undefined) throw new Error(`This piece can be drawn within ${of} alone.`);
    return state;
  };
  return [Place, usePlace] as const;
}
