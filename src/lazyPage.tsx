import { type ComponentType, lazy, useState } from 'react';

export type LazyPage = ComponentType & { preload: () => Promise<void> };

/** A page whose code is loaded when it is first drawn; drawn without waiting when it was preloaded. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(() => <Loaded choose={() => loaded ?? Later} />, { preload });
}

/** The choice is kept for as long as the page is drawn: another component would lose its state. */
function Loaded({ choose }: { choose: () => ComponentType }) {
  const [Component] = useState(choose);
  return <Component />;
}
