import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

export function useResized(element: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  const tell = useEffectEvent(onSize);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => tell(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
