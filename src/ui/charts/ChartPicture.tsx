import { Fragment, memo } from 'react';
import { bothEndsOf } from '#lib/beginning.ts';
import { valueText } from '#lib/counts.ts';
import {
  CHARACTER_PX,
  type ChartLayout,
  type ChartLine,
  type ChartPanel,
  captionText,
  FIGURES_PX,
  LINE_PX,
  PADDING_PX,
} from './chartLayout.ts';
import { linePath } from './linePath.ts';

/** A chart as an SVG that needs no style sheet but the theme's colours: what the page shows and what is saved. */
export const ChartPicture = memo(function ChartPicture({ layout }: { layout: ChartLayout }) {
  const { width, height, x, panels, ticks } = layout;
  const [left = 0, right = 0] = x.range();
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={12} aria-hidden>
      <rect width={width} height={height} fill="var(--surface)" />
      {panels.map((panel) => (
        <Panel key={panel.top} panel={panel} layout={layout} />
      ))}
      {ticks.map(({ at, label }) => (
        <text
          key={at}
          x={x(at)}
          y={height - 10}
          fill="var(--muted)"
          textAnchor={x(at) < left + 30 ? 'start' : x(at) > right - 30 ? 'end' : 'middle'}
        >
          {label}
        </text>
      ))}
    </svg>
  );
});

type PanelProps = { panel: ChartPanel; layout: ChartLayout };

function Panel({ panel: { line, top, y, ticks }, layout: { width, xs, x, captionLines } }: PanelProps) {
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, above = 0] = y.range();
  const Words = captionLines === 0 ? Figures : Caption;
  return (
    <>
      {top > 0 && <path d={`M${PADDING_PX} ${top}.5H${width - PADDING_PX}`} stroke="var(--line)" />}
      <Words line={line} y={top + 20} room={width - 2 * PADDING_PX} lines={captionLines} />
      {gapsOf(xs, line.ys).map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={above}
          width={x(to) - x(from)}
          height={bottom - above}
          fill="var(--accent-soft)"
        />
      ))}
      {ticks.map(({ at, label }) => (
        <Fragment key={at}>
          <path d={`M${left} ${Math.round(y(at)) + 0.5}H${right}`} stroke="var(--line)" />
          <text x={left - 8} y={Math.round(y(at)) + 4.5} fill="var(--muted)" textAnchor="end">
            {label}
          </text>
        </Fragment>
      ))}
      <path
        d={linePath({ xs, ys: line.ys }, x, y)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
      />
    </>
  );
}

type WordsProps = { line: ChartLine; y: number; room: number; lines: number };

/** The name of a field and what its values are, beside the plot. */
function Figures({ line, y }: WordsProps) {
  const { max, median, min, values, missing } = line;
  return (
    <>
      <Name text={line.label} y={y} room={FIGURES_PX - 16} />
      {Object.entries({ max, median, min, values, ...(missing > 0 && { missing }) }).map(([word, value], index) => (
        <Fragment key={word}>
          <text x={PADDING_PX} y={y + (index + 1) * LINE_PX} fill="var(--muted)">
            {word}
          </text>
          <text x={PADDING_PX + FIGURES_PX - 24} y={y + (index + 1) * LINE_PX} fill="var(--text)" textAnchor="end">
            {valueText(value)}
          </text>
        </Fragment>
      ))}
    </>
  );
}

/** The same above the plot, in one line or two. */
function Caption({ line, y, room, lines }: WordsProps) {
  const text = captionText(line);
  const inOne = lines === 1;
  return (
    <>
      <Name text={line.label} y={y} room={inOne ? room - text.length * CHARACTER_PX : room} />
      <text
        x={inOne ? PADDING_PX + room : PADDING_PX}
        y={y + (lines - 1) * LINE_PX}
        fill="var(--muted)"
        textAnchor={inOne ? 'end' : 'start'}
      >
        {cut(text, room)}
      </text>
    </>
  );
}

/** A field's name, which says all of itself where it had to be cut. */
function Name({ text, y, room }: { text: string; y: number; room: number }) {
  const shown = cut(text, room);
  return (
    <text x={PADDING_PX} y={y} fill="var(--text)" fontWeight={600}>
      {shown !== text && <title>{text}</title>}
      {shown}
    </text>
  );
}

function cut(text: string, room: number): string {
  return bothEndsOf(text, Math.floor(room / CHARACTER_PX));
}

/** The stretches of the axis over which a line has no values: from the last that has one to the next. */
function gapsOf(xs: Float64Array, ys: Float64Array): { from: number; to: number }[] {
  const known = Array.from(ys.keys()).filter((at) => !Number.isNaN(ys[at]));
  return known.flatMap((at, index) => {
    const last = known[index - 1] ?? at;
    return at > last + 1 ? [{ from: xs[last] ?? 0, to: xs[at] ?? 0 }] : [];
  });
}
