import { useEffect, useEffectEvent } from 'react';

/** Close functions of open overlays; the last opened is last. */
const openOverlays: (() => void)[] = [];

/** Escape closes only the overlay opened last, wherever the focus is. */
export function useCloseOnEscape(opened: boolean, onClose: () => void): void {
  const closeLast = useEffectEvent(onClose);
  // keys are DOM events
  useEffect(() => {
    if (!opened) return;
    const close = () => closeLast();
    if (openOverlays.length === 0) addEventListener('keydown', closeTopOverlay, { capture: true });
    openOverlays.push(close);
    return () => {
      openOverlays.splice(openOverlays.indexOf(close), 1);
      if (openOverlays.length === 0) removeEventListener('keydown', closeTopOverlay, { capture: true });
    };
  }, [opened]);
}

/** Runs in the capture phase and prevents the default, so that other handlers can ignore the key. */
function closeTopOverlay(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || hasOwnEscapeHandler(event.target)) return;
  event.preventDefault();
  openOverlays.at(-1)?.();
}

/** Autocomplete lists, menus and dragged cards handle Escape first; Mantine marks them. */
function hasOwnEscapeHandler(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
