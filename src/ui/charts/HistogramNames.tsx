import { useLayoutEffect, useRef, useState } from 'react';
import classes from './Histogram.module.css';
import { namedBars } from './namedBars.ts';

/** The names of some bars below them, as many as have room. */
export function HistogramNames({ bars, nameOf }: { bars: number; nameOf: (bar: number) => string }) {
  const place = useRef<HTMLDivElement>(null);
  const [{ room, name }, setWidths] = useState({ room: 0, name: 0 });
  const first = nameOf(0);
  // names of other bars are of other widths
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const name = element.firstElementChild?.getBoundingClientRect().width ?? 0;
      setWidths({ room: element.clientWidth, name });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [first]);
  return (
    <div ref={place} className={classes['names']}>
      {namedBars(bars, room, name).map((bar) => (
        <span key={bar} className={classes['name']} style={{ left: `${(100 * bar) / bars}%` }}>
          {nameOf(bar)}
        </span>
      ))}
    </div>
  );
}
