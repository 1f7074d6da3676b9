import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Hears of an element once it is drawn, and whenever it has got another size. */
export function useResized(element: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  const tell = useEffectEvent(onSize);
  // sizes are the document's
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => tell(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
