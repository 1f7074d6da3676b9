import { type RefObject, useEffect, useEffectEvent } from 'react';
import { focusBeside } from '#ui/browser/focus/tabbable.ts';

type Leaving = {
  dropdown: RefObject<HTMLElement | null>;
  from: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
};

/** Makes Tab close the menu and move on, instead of being trapped. */
export function useTabLeaves({ dropdown, from, opened, onClose }: Leaving): void {
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !from.current || !dropdown.current?.contains(document.activeElement)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    focusBeside(from.current, event.shiftKey ? -1 : 1, dropdown.current);
  });
  // keys are DOM events
  useEffect(() => {
    if (!opened) return;
    const listener = (event: KeyboardEvent) => leave(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [opened]);
}
