import { type ComponentType, createContext, type ReactNode, use } from 'react';

/**
 * Creates a context provider and its hook.
 * @throws in the hook, if used outside the provider
 */
export function createProvider<State>(providerName: string, useValue: () => State) {
  const Context = createContext<State | undefined>(undefined);
  const Provider = ({ children }: { children: ReactNode }) => <Context value={useValue()}>{children}</Context>;
  const useProvided = (): State => {
    const state = use(Context);
    if (state === undefined) throw new Error(`This component must be rendered inside ${providerName}.`);
    return state;
  };
  return [Provider, useProvided] as const;
}

export function withProvider(Provider: ComponentType<{ children: ReactNode }>, Content: ComponentType) {
  return () => (
    <Provider>
      <Content />
    </Provider>
  );
}
