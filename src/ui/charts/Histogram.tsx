import { clamp } from '@mantine/hooks';
import { nice } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { formatCount } from '#lib/formatNumber.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './Histogram.module.css';

/** First and last bar, inclusive. */
type Brush = readonly [first: number, last: number];

type Props = {
  label: string;
  counts: ArrayLike<number>;
  nameOf: (bar: number) => string;
  tickOf?: ((bar: number) => string) | undefined;
  brush: Brush | undefined;
  onBrush: (brush: Brush | undefined) => void;
  /** Values without a position on the axis, shown as a separate bar. */
  never?: { count: number; chosen: boolean; onChoose: () => void } | undefined;
};

/** Distance within which a pointer grabs an edge of the brush, in px; larger for touch. */
const EDGE_PX = 8;
const EDGE_TOUCH_PX = 24;

const NAMES_MAX = 5;

/** Minimum gap between bar labels, in px. */
const GAP_PX = 12;

/** Histogram with a brush: drag with mouse or finger, or move either edge with the arrow keys. */
export function Histogram({ label, counts, nameOf, tickOf = nameOf, brush, onBrush, never }: Props) {
  const bars = Array.from(counts);
  const most = Math.max(1, never?.count ?? 0, ...bars);
  // a round number with a round half
  const top = 2 * nice(0, Math.ceil(most / 2), 4)[1];
  const height = (count: number) => ({ height: `${(100 * count) / top}%` });
  const { shown, ...pointer } = useDragging(bars.length, brush, onBrush);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws itself
    <div className={classes['chart']} role="group" aria-label={`${label}: ${inWords(bars, nameOf)}`}>
      <div className={`${classes['scale']} ${shared['small']}`} aria-hidden>
        <span className={classes['top']}>{formatCount(top)}</span>
        <span>{formatCount(top / 2)}</span>
      </div>
      <div className={classes['field']}>
        {never && (
          <button
            type="button"
            className={classes['never']}
            aria-pressed={never.chosen}
            aria-label={`${label} never: ${formatCount(never.count)}`}
            data-tip={`never: ${formatCount(never.count)}`}
            onClick={never.onChoose}
          >
            <span className={classes['neverBar']} style={height(never.count)} />
          </button>
        )}
        <div className={classes['plot']} {...pointer}>
          {bars.map((count, bar) => (
            <div
              // bars have no identity except their position
              key={`bar ${String(bar)}`}
              className={classes['bar']}
              data-in={(shown && bar >= shown[0] && bar <= shown[1]) || undefined}
              data-tip={`${nameOf(bar)}: ${formatCount(count)}`}
            >
              <span className={classes['count']} style={height(count)} />
            </div>
          ))}
          <Edges label={label} bars={bars.length} nameOf={nameOf} brush={shown} onBrush={onBrush} />
        </div>
      </div>
      <div className={`${classes['axis']} ${shared['small']}`} aria-hidden>
        {never && <span className={classes['neverName']}>never</span>}
        <Names bars={bars.length} nameOf={tickOf} />
      </div>
    </div>
  );
}

function useDragging(bars: number, brush: Brush | undefined, onBrush: Props['onBrush']) {
  const [drag, setDrag] = useState<{ anchor: number; at: number }>();
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clamp(Math.floor(((clientX - left) / width) * bars), 0, bars - 1);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = barAt(event);
    setDrag({ anchor: anchorOf(event, brush, bars) ?? at, at });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag) onBrush(ordered(drag.anchor, barAt(event)));
    setDrag(undefined);
  };
  return {
    shown: drag ? ordered(drag.anchor, drag.at) : brush,
    onPointerDown,
    onPointerMove: (event: PointerEvent) => drag && setDrag({ ...drag, at: barAt(event) }),
    onPointerUp,
    onPointerCancel: () => setDrag(undefined),
  };
}

type EdgesProps = Pick<Props, 'label' | 'nameOf' | 'brush' | 'onBrush'> & { bars: number };

function Edges({ label, bars, nameOf, brush, onBrush }: EdgesProps) {
  const [first, last] = brush ?? [0, bars - 1];
  const move = (event: KeyboardEvent, edge: 'from' | 'to') => {
    if (event.key === 'Escape' && brush) {
      event.stopPropagation();
      return onBrush(undefined);
    }
    const at = keyed(event.key, edge === 'from' ? first : last, bars);
    if (at === undefined) return;
    event.preventDefault();
    onBrush(edge === 'from' ? [Math.min(at, last), last] : [first, Math.max(at, first)]);
  };
  const slider = (edge: 'from' | 'to', value: number, left: number) => (
    <div
      className={classes['edge']}
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={`${label} ${edge}`}
      aria-valuemin={0}
      aria-valuemax={bars - 1}
      aria-valuenow={value}
      aria-valuetext={nameOf(value)}
      style={{ left: `${left}%` }}
      onKeyDown={(event) => move(event, edge)}
    />
  );
  const [from, to] = [(100 * first) / bars, (100 * (last + 1)) / bars];
  return (
    <div className={classes['edges']} data-brushed={brush !== undefined || undefined}>
      <div className={classes['brush']} style={{ left: `${from}%`, width: `${to - from}%` }} />
      {slider('from', first, from)}
      {slider('to', last, to)}
    </div>
  );
}

function keyed(key: string, at: number, bars: number): number | undefined {
  const page = Math.max(2, Math.round(bars / 10));
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: -bars,
    End: bars,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? undefined : clamp(at + step, 0, bars - 1);
}

/** The bar that stays fixed when the pointer grabs the opposite edge; undefined away from both edges. */
function anchorOf(
  { clientX, pointerType, currentTarget }: PointerEvent,
  brush: Brush | undefined,
  bars: number,
): number | undefined {
  if (!brush) return undefined;
  const { left, width } = currentTarget.getBoundingClientRect();
  const away = (bar: number) => Math.abs(clientX - left - (bar * width) / bars);
  const [first, last] = brush;
  const near = pointerType === 'touch' ? EDGE_TOUCH_PX : EDGE_PX;
  if (Math.min(away(first), away(last + 1)) > near) return undefined;
  return away(first) < away(last + 1) ? last : first;
}

function Names({ bars, nameOf }: { bars: number; nameOf: (bar: number) => string }) {
  const [{ room, name }, setWidths] = useState({ room: 0, name: 0 });
  // widths are DOM state
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
    // remounts to measure labels of other widths
    <div key={first} ref={measured} className={classes['names']}>
      {namedBars(bars, room, name).map((bar) => (
        <span key={bar} className={classes['name']} style={{ left: `${(100 * bar) / bars}%` }}>
          {nameOf(bar)}
        </span>
      ))}
    </div>
  );
}

/** Bars with a label, evenly spaced, as many as fit. `room` is the total width and `name` that of the widest label, in px. */
export function namedBars(bars: number, room: number, name: number): number[] {
  const bar = room / bars;
  const apart = Math.max(Math.ceil(bars / NAMES_MAX), Math.ceil((name + GAP_PX) / bar));
  const step = Math.max(1, Math.min(bars, apart));
  const named = Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
  return named.filter((at) => at === 0 || at * bar + name <= room);
}

function inWords(bars: readonly number[], nameOf: Props['nameOf']): string {
  const most = bars.indexOf(Math.max(...bars));
  if (most < 0) return 'no bars';
  const whole = bars.length === 1 ? '1 bar' : `${bars.length} bars, ${nameOf(0)} to ${nameOf(bars.length - 1)}`;
  return `${whole}, most in ${nameOf(most)}: ${formatCount(bars[most] ?? 0)}`;
}

function ordered(one: number, other: number): Brush {
  return [Math.min(one, other), Math.max(one, other)];
}
