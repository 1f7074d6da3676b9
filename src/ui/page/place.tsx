import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** What a page, or a part of one, knows by a hook: what its pieces stand in, and the hook by which they ask for it. */
export function place<State>(of: string, useHere: () => State) {
  const Here = createContext<State | undefined>(undefined);
  const Place = ({ children }: { children: ReactNode }) => <Here value={useHere()}>{children}</Here>;
  const usePlace = (): State => {
    const state = use(Here);
    if (state === undefined) throw new Error(`This piece can be drawn within ${of} alone.`);
    return state;
  };
  return [Place, usePlace] as const;
}

/** A piece that stands in a place of its own, such as a page. */
export function within(Place: ComponentType<{ children: ReactNode }>, Piece: ComponentType) {
  return () => (
    <Place>
      <Piece />
    </Place>
  );
}
