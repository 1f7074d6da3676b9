import { clamp } from '@mantine/hooks';
import { nice } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { formatCount } from '#lib/formatNumber.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './Histogram.module.css';

/** Indexes of the first and last bar, inclusive. */
type BrushRange = readonly [first: number, last: number];

type Props = {
  label: string;
  counts: ArrayLike<number>;
  getBarLabel: (bar: number) => string;
  getTickLabel?: ((bar: number) => string) | undefined;
  brush: BrushRange | undefined;
  onBrushChange: (brush: BrushRange | undefined) => void;
  neverBar?: { count: number; chosen: boolean; onChoose: () => void } | undefined;
};

/** Distance in px within which the pointer grabs an edge of the brush. Larger for touch. */
const HANDLE_HIT_PX = 8;
const HANDLE_TOUCH_HIT_PX = 24;

const MAX_LABELS = 5;

const LABEL_GAP_PX = 12;

/** Histogram with a selectable range (brush): drag with the pointer, or move either edge with the arrow keys. */
export function Histogram({
  label,
  counts,
  getBarLabel,
  getTickLabel = getBarLabel,
  brush,
  onBrushChange,
  neverBar,
}: Props) {
  const bars = Array.from(counts);
  const most = Math.max(1, neverBar?.count ?? 0, ...bars);
  // a round number whose half is also round
  const top = 2 * nice(0, Math.ceil(most / 2), 4)[1];
  const height = (count: number) => ({ height: `${(100 * count) / top}%` });
  const { shown, ...pointer } = useBrushDrag(bars.length, brush, onBrushChange);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles
    <div
      className={classes['chart']}
      translate="no"
      role="group"
      aria-label={`${label}: ${describeBars(bars, getBarLabel)}`}
    >
      <div className={`${classes['scale']} ${shared['small']}`} aria-hidden>
        <span className={classes['top']}>{formatCount(top)}</span>
        <span>{formatCount(top / 2)}</span>
      </div>
      <div className={classes['field']}>
        {neverBar && (
          <button
            type="button"
            className={classes['never']}
            aria-pressed={neverBar.chosen}
            aria-label={`${label} never: ${formatCount(neverBar.count)}`}
            data-tip={`never: ${formatCount(neverBar.count)}`}
            onClick={neverBar.onChoose}
          >
            <span className={classes['neverBar']} style={height(neverBar.count)} />
          </button>
        )}
        <div className={classes['plot']} {...pointer}>
          {bars.map((count, bar) => (
            <div
              // bars have no identity except their position
              key={`bar ${String(bar)}`}
              className={classes['bar']}
              data-in={(shown && bar >= shown[0] && bar <= shown[1]) || undefined}
              data-tip={`${getBarLabel(bar)}: ${formatCount(count)}`}
            >
              <span className={classes['count']} style={height(count)} />
            </div>
          ))}
          <BrushHandles
            label={label}
            bars={bars.length}
            getBarLabel={getBarLabel}
            brush={shown}
            onBrushChange={onBrushChange}
          />
        </div>
      </div>
      <div className={`${classes['axis']} ${shared['small']}`} aria-hidden>
        {neverBar && <span className={classes['neverName']}>never</span>}
        <BarLabels bars={bars.length} nameOf={getTickLabel} />
      </div>
    </div>
  );
}

function useBrushDrag(bars: number, brush: BrushRange | undefined, onBrush: Props['onBrushChange']) {
  const [drag, setDrag] = useState<{ anchor: number; at: number }>();
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clamp(Math.floor(((clientX - left) / width) * bars), 0, bars - 1);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = barAt(event);
    setDrag({ anchor: findDragAnchor(event, brush, bars) ?? at, at });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag) onBrush(createBrushRange(drag.anchor, barAt(event)));
    setDrag(undefined);
  };
  return {
    shown: drag ? createBrushRange(drag.anchor, drag.at) : brush,
    onPointerDown,
    onPointerMove: (event: PointerEvent) => drag && setDrag({ ...drag, at: barAt(event) }),
    onPointerUp,
    onPointerCancel: () => setDrag(undefined),
  };
}

type BrushHandlesProps = Pick<Props, 'label' | 'getBarLabel' | 'brush' | 'onBrushChange'> & { bars: number };

function BrushHandles({ label, bars, getBarLabel, brush, onBrushChange }: BrushHandlesProps) {
  const [first, last] = brush ?? [0, bars - 1];
  const move = (event: KeyboardEvent, edge: 'from' | 'to') => {
    if (event.key === 'Escape' && brush) {
      event.stopPropagation();
      return onBrushChange(undefined);
    }
    const at = moveBarByKey(event.key, edge === 'from' ? first : last, bars);
    if (at === undefined) return;
    event.preventDefault();
    onBrushChange(edge === 'from' ? [Math.min(at, last), last] : [first, Math.max(at, first)]);
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
      aria-valuetext={getBarLabel(value)}
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

function moveBarByKey(key: string, at: number, bars: number): number | undefined {
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

/**
 * Finds the bar that stays fixed while the opposite edge of the selection is dragged.
 * @returns undefined if the pointer is not near an edge
 */
function findDragAnchor(
  { clientX, pointerType, currentTarget }: PointerEvent,
  brush: BrushRange | undefined,
  bars: number,
): number | undefined {
  if (!brush) return undefined;
  const { left, width } = currentTarget.getBoundingClientRect();
  const away = (bar: number) => Math.abs(clientX - left - (bar * width) / bars);
  const [first, last] = brush;
  const near = pointerType === 'touch' ? HANDLE_TOUCH_HIT_PX : HANDLE_HIT_PX;
  if (Math.min(away(first), away(last + 1)) > near) return undefined;
  return away(first) < away(last + 1) ? last : first;
}

function BarLabels({ bars, nameOf: getLabel }: { bars: number; nameOf: (bar: number) => string }) {
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
  const first = getLabel(0);
  return (
    // remounts to measure the labels again
    <div key={first} ref={measured} className={classes['names']}>
      {getLabeledBars(bars, room, name).map((bar) => (
        <span key={bar} className={classes['name']} style={{ left: `${(100 * bar) / bars}%` }}>
          {getLabel(bar)}
        </span>
      ))}
    </div>
  );
}

/** Finds the bars with a label: evenly spaced, as many as fit. Widths are in px. */
export function getLabeledBars(bars: number, totalWidth: number, labelWidth: number): number[] {
  const bar = totalWidth / bars;
  const minStep = Math.max(Math.ceil(bars / MAX_LABELS), Math.ceil((labelWidth + LABEL_GAP_PX) / bar));
  const step = Math.max(1, Math.min(bars, minStep));
  const labeled = Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
  return labeled.filter((at) => at === 0 || at * bar + labelWidth <= totalWidth);
}

function describeBars(bars: readonly number[], nameOf: Props['getBarLabel']): string {
  const most = bars.indexOf(Math.max(...bars));
  if (most < 0) return 'no bars';
  const whole = bars.length === 1 ? '1 bar' : `${bars.length} bars, ${nameOf(0)} to ${nameOf(bars.length - 1)}`;
  return `${whole}, most in ${nameOf(most)}: ${formatCount(bars[most] ?? 0)}`;
}

function createBrushRange(one: number, other: number): BrushRange {
  return [Math.min(one, other), Math.max(one, other)];
}
