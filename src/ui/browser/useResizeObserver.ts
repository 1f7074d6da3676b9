import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Calls `onResize` before the first paint and after each change of size. */
export function useResizeObserver(
  element: RefObject<HTMLElement | null>,
  onResize: (element: HTMLElement) => void,
): void {
  const tell = useEffectEvent(onResize);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    tell(current);
    const observer = new ResizeObserver(() => tell(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
