import { useEffect, useEffectEvent } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

/** The open overlays; Escape closes the one opened last. */
class OverlayStack {
  /** Close functions; the last opened is last. */
  readonly #overlays: (() => void)[] = [];

  /** @returns a function that removes the overlay */
  add(close: () => void): () => void {
    if (this.#overlays.length === 0) addEventListener('keydown', this.#closeTop, { capture: true });
    this.#overlays.push(close);
    return () => {
      this.#overlays.splice(this.#overlays.indexOf(close), 1);
      if (this.#overlays.length === 0) removeEventListener('keydown', this.#closeTop, { capture: true });
    };
  }

  /** Handles Escape in the capture phase and prevents the default, so that later handlers can ignore the key. */
  readonly #closeTop = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || hasOwnEscapeHandler(event.target)) return;
    event.preventDefault();
    this.#overlays.at(-1)?.();
  };
}

function createOverlayStack(): OverlayStack {
  return new OverlayStack();
}

/** Closes an overlay on Escape, wherever the focus is. With several open overlays, only the last opened one closes. */
export function useCloseOnEscape(opened: boolean, onClose: () => void): void {
  const overlays = useService(createOverlayStack);
  const closeLast = useEffectEvent(onClose);
  // keys are DOM events
  useEffect(() => {
    if (opened) return overlays.add(() => closeLast());
  }, [overlays, opened]);
}

/**
 * True inside elements that handle Escape themselves: autocomplete lists, menus and dragged cards, all marked by
 * Mantine.
 */
function hasOwnEscapeHandler(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
