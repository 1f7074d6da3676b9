import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

export function useResizeObserver(
  element: RefObject<HTMLElement | null>,
  onResize: (element: HTMLElement) => void,
): void {
  const tell = useEffectEvent(onResize);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => tell(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
