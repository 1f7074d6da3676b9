import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** Creates a context provider and its hook from a hook. The hook throws outside the provider. */
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

export function within(Place: ComponentType<{ children: ReactNode }>, Piece: ComponentType) {
  return () => (
    <Place>
      <Piece />
    </Place>
  );
}
