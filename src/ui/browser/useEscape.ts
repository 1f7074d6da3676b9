import { useEffect, useEffectEvent } from 'react';

/** Close functions of open overlays; the last opened is last. */
const open: (() => void)[] = [];

/** Escape closes only the overlay opened last, wherever the focus is. */
export function useEscape(opened: boolean, onClose: () => void): void {
  const closeLast = useEffectEvent(onClose);
  // keys are DOM events
  useEffect(() => {
    if (!opened) return;
    const close = () => closeLast();
    if (open.length === 0) addEventListener('keydown', byKey, { capture: true });
    open.push(close);
    return () => {
      open.splice(open.indexOf(close), 1);
      if (open.length === 0) removeEventListener('keydown', byKey, { capture: true });
    };
  }, [opened]);
}

/** Runs in the capture phase and prevents the default, so that other handlers can ignore the key. */
function byKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || takesEscape(event.target)) return;
  event.preventDefault();
  open.at(-1)?.();
}

/** Autocomplete lists, menus and dragged cards handle Escape first; Mantine marks them. */
function takesEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
