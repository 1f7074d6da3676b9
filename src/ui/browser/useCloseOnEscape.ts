import { useEffect, useEffectEvent } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

class OverlayStack {
  readonly #overlays: (() => void)[] = [];

  add(close: () => void): () => void {
    if (this.#overlays.length === 0) addEventListener('keydown', this.#closeTop, { capture: true });
    this.#overlays.push(close);
    return () => {
      this.#overlays.splice(this.#overlays.indexOf(close), 1);
      if (this.#overlays.length === 0) removeEventListener('keydown', this.#closeTop, { capture: true });
    };
  }

  /** Handles Escape in the capture phase and prevents the default action, so that later handlers can ignore the key. */
  readonly #closeTop = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || hasOwnEscapeHandler(event.target)) return;
    event.preventDefault();
    this.#overlays.at(-1)?.();
  };
}

function createOverlayStack(): OverlayStack {
  return new OverlayStack();
}

/** Closes an overlay on Escape, wherever the focus is. If several overlays are open, only the last one closes. */
export function useCloseOnEscape(opened: boolean, onClose: () => void): void {
  const overlays = useService(createOverlayStack);
  const closeLast = useEffectEvent(onClose);
  // keys are DOM events
  useEffect(() => {
    if (opened) return overlays.add(() => closeLast());
  }, [overlays, opened]);
}

/**
 * True inside elements that handle Escape themselves: autocomplete lists, menus and dragged cards, which Mantine marks.
 */
function hasOwnEscapeHandler(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
