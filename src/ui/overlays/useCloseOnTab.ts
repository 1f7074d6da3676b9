import { type RefObject, useEffect, useEffectEvent } from 'react';
import { moveFocusOutOfOverlay } from '#ui/browser/focus/tabbable.ts';

type CloseOnTabOptions = {
  dropdown: RefObject<HTMLElement | null>;
  triggerRef: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
};

/** Makes Tab close the menu and move on, instead of being trapped. */
export function useCloseOnTab({ dropdown, triggerRef, opened, onClose }: CloseOnTabOptions): void {
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !triggerRef.current || !dropdown.current?.contains(document.activeElement)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    moveFocusOutOfOverlay(triggerRef.current, event.shiftKey ? -1 : 1, dropdown.current);
  });
  // keys are DOM events
  useEffect(() => {
    if (!opened) return;
    const listener = (event: KeyboardEvent) => leave(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [opened]);
}
