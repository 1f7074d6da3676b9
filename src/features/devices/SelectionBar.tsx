import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { SelectionToolsProps } from './SelectionTools.tsx';

const SelectionTools = lazy(async () => {
  const loaded = await import('./SelectionTools.tsx').catch(() => undefined);
  return { default: loaded?.SelectionTools ?? Without };
});

/** What can be done with the devices selected, in the place of the tool bar; nothing moves. */
export function SelectionBar(props: SelectionToolsProps) {
  const { selection, only, children } = props;
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { count, before, lost } = selection;
  if (count === 0 && !only && !before && lost === 0) return children;
  return (
    <Suspense fallback={children}>
      <SelectionTools {...props} />
    </Suspense>
  );
}

/** Where the code cannot be loaded. */
function Without({ children }: SelectionToolsProps) {
  return children;
}
