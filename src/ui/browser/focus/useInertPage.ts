import { useLayoutEffect } from 'react';

let modals = 0;

/** Makes the page inert while a modal overlay is open. */
export function useInertPage(opened: boolean): void {
  // the root element is outside React
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    if (!opened || !root) return;
    modals++;
    root.inert = true;
    return () => {
      modals--;
      root.inert = modals > 0;
    };
  }, [opened]);
}
