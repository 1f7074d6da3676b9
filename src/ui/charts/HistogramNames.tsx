import { useCallback, useState } from 'react';
import classes from './Histogram.module.css';

const NAMES_MAX = 5;

/** Between two names, in px. */
const GAP_PX = 12;

/** The names of some bars below them, as many as have room. */
export function HistogramNames({ bars, nameOf }: { bars: number; nameOf: (bar: number) => string }) {
  const [{ room, name }, setWidths] = useState({ room: 0, name: 0 });
  // widths are the document's
  const measured = useCallback((place: HTMLDivElement) => {
    const measure = () => {
      const name = place.firstElementChild?.getBoundingClientRect().width ?? 0;
      setWidths({ room: place.clientWidth, name });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    measure();
    return () => observer.disconnect();
  }, []);
  const first = nameOf(0);
  return (
    // names of other bars are of other widths
    <div key={first} ref={measured} className={classes['names']}>
      {namedBars(bars, room, name).map((bar) => (
        <span key={bar} className={classes['name']} style={{ left: `${(100 * bar) / bars}%` }}>
          {nameOf(bar)}
        </span>
      ))}
    </div>
  );
}

/**
 * The bars whose names stand below, each from its bar's left edge on: evenly apart, and as many as there is room for.
 * `room` is the width of all bars and `name` that of the widest name, in px.
 */
export function namedBars(bars: number, room: number, name: number): number[] {
  const bar = room / bars;
  const apart = Math.max(Math.ceil(bars / NAMES_MAX), Math.ceil((name + GAP_PX) / bar));
  const step = Math.max(1, Math.min(bars, apart));
  const named = Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
  return named.filter((at) => at === 0 || at * bar + name <= room);
}
