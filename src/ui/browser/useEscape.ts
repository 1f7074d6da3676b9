import { useEffect, useEffectEvent } from 'react';

/** What closes each overlay that is open, the one opened last at the end. */
const open: (() => void)[] = [];

/** Has Escape close the overlay that was opened last, wherever the focus is, and nothing else with the same key. */
export function useEscape(opened: boolean, onClose: () => void): void {
  const closeLast = useEffectEvent(onClose);
  // keys are the document's
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

/** Heard before anybody else, who then see that the key was for an overlay. */
function byKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || takesEscape(event.target)) return;
  event.preventDefault();
  open.at(-1)?.();
}

/** Suggestions, the rows of a menu and a card that is dragged close or drop first; the library marks them so. */
function takesEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
