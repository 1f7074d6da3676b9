import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';

/** What takes a paste itself. */
const OTHERS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/**
 * Hears what is pasted within an element, and what is pasted on the page where nothing else takes it. `take` says
 * whether it understood the text.
 */
export function usePaste(root: RefObject<HTMLElement | null>, take: ((text: string) => boolean) | undefined) {
  const taken = useEffectEvent((text: string) => take?.(text) ?? false);
  // the page around the element is the document's
  useEffect(() => {
    const beside = (event: globalThis.ClipboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || root.current?.contains(target) || target.closest(OTHERS)) return;
      if (taken(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('paste', beside);
    return () => document.removeEventListener('paste', beside);
  }, [root]);
  return (event: ClipboardEvent) => {
    if (take?.(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
}
