import { Fragment, memo } from 'react';
import type { SeriesStack } from '#lib/createSeriesStack.ts';
import { UNSELECTED_SERIES_OPACITY } from '#ui/theme/seriesColors.ts';
import { ChartLegend, SeriesStatistics } from './ChartLegend.tsx';
import {
  CHARACTER_WIDTH_PX,
  CHART_PADDING_PX,
  type ChartLayout,
  type ChartLine,
  type ChartPanel,
  getLineBeforeStroke,
  getLineColor,
  getTickLabelAnchor,
  truncateToWidth,
} from './chartLayout.ts';
import { createLinePath, type LinePoints } from './createLinePath.ts';
import { createBandPath, createDotsPath, createMeanPath, downsample } from './downsample.ts';

/** Chart as SVG, for display and export. Uses no external styles except the colors of the theme. */
export const ChartSvg = memo(function ChartPicture({ layout, axis = true }: { layout: ChartLayout; axis?: boolean }) {
  const { width, height, x, panels, ticks } = layout;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={12} aria-hidden>
      <rect width={width} height={height} fill="var(--surface)" />
      {panels.map((panel) => (
        <ChartPanelGroup key={panel.top} panel={panel} layout={layout} />
      ))}
      {axis &&
        ticks.map(({ at, label }) => (
          <text
            key={at}
            x={x(at)}
            y={height - 10}
            fill="var(--muted)"
            textAnchor={getTickLabelAnchor(x, at) ?? 'middle'}
          >
            {label}
          </text>
        ))}
    </svg>
  );
});

function ChartPanelGroup({ panel, layout }: ChartPanelProps) {
  const { line, top, y, ticks } = panel;
  const { width, xs, x, captionLines, statisticsWidth } = layout;
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, above = 0] = y.range();
  return (
    <>
      {top > 0 && <path d={`M${CHART_PADDING_PX} ${top}.5H${width - CHART_PADDING_PX}`} stroke="var(--line)" />}
      {line.legend && captionLines === 0 ? (
        <ChartLegend panel={panel} legend={line.legend} width={statisticsWidth} />
      ) : (
        <SeriesStatistics
          line={line}
          y={top + 20}
          maxWidth={captionLines > 0 ? width - 2 * CHART_PADDING_PX : statisticsWidth}
          lines={captionLines}
        />
      )}
      {!line.legend &&
        !line.stack &&
        findGaps({ ...line, xs }, x).map(({ from, to }) => (
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
      {line.stack ? (
        <StackedBars stack={line.stack} panel={panel} layout={layout} />
      ) : (
        <>
          {line.others?.map((other) => (
            <path key={other.id} {...getOtherSeriesPathProps(other, layout, panel)} />
          ))}
          <SelectedSeriesPath panel={panel} layout={layout} />
        </>
      )}
      {line.before && (
        <path
          d={createLinePath({ ...line.before, maxGap: line.maxGap ?? Infinity }, x, y)}
          fill="none"
          {...getLineBeforeStroke(line)}
        />
      )}
    </>
  );
}

/** Space between bars in px, and the share of a bar's time that it may take. */
const BAR_GAP_PX = 2;
const BAR_GAP_SHARE = 0.2;

function StackedBars({ stack, panel: { line, y }, layout: { x } }: ChartPanelProps & { stack: SeriesStack }) {
  const selected = line.legend?.rows[line.legend.chosen]?.id;
  return stack.bars.map(({ id, at, until, from, to }) => (
    <rect
      key={`${id} ${at}`}
      x={x(at)}
      y={y(to)}
      width={Math.max(1, x(until) - x(at) - Math.min(BAR_GAP_PX, BAR_GAP_SHARE * (x(until) - x(at))))}
      height={Math.max(0.5, y(from) - y(to))}
      fill={getLineColor(line, id)}
      fillOpacity={selected === undefined || id === selected ? 1 : UNSELECTED_SERIES_OPACITY}
    />
  ));
}

const MIN_GAP_PX = 1.5;

function findGaps({ xs, ys, maxGap = Infinity }: LinePoints, x: (at: number) => number) {
  const known = Array.from(ys, (_, at) => at).filter((at) => !Number.isNaN(ys[at]));
  return known.flatMap((at, index) => {
    const last = known[index - 1] ?? at;
    const [from, to] = [xs[last] ?? 0, xs[at] ?? 0];
    return (at > last + 1 || to - from > maxGap) && x(to) - x(from) >= MIN_GAP_PX ? [{ from, to }] : [];
  });
}

type ChartPanelProps = { panel: ChartPanel; layout: ChartLayout };

/** Number of values per pixel column above which a band replaces the line. */
const MAX_VALUES_PER_PIXEL = 4;

function SelectedSeriesPath({ panel: { line, y }, layout }: ChartPanelProps) {
  const { x } = layout;
  const { xs = layout.xs } = line;
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, above = 0] = y.range();
  const joined = line.legend !== undefined;
  const columns = downsample({ ...line, xs }, x, joined);
  const values = columns.reduce((sum, column) => sum + column.values, 0);
  const banded = joined || line.counts !== undefined || values > MAX_VALUES_PER_PIXEL * columns.length;
  const color = getLineColor(line);
  const stroke = { fill: 'none', stroke: color, strokeLinecap: 'round' as const };
  const name = line.legend?.rows[line.legend.chosen]?.name;
  // places the label above the part of the line that it covers
  const labelLeft = right - (name?.length ?? 0) * CHARACTER_WIDTH_PX - 12;
  const named = columns.filter((column) => column.values > 0 && column.px > labelLeft);
  const highest = Math.min(...named.map(({ most }) => y(most)), y(columns.at(-1)?.most ?? 0));
  return (
    <>
      {banded && <path d={createBandPath(columns, y)} fill={color} fillOpacity={0.18} />}
      <path
        d={banded ? createMeanPath(columns, y) : createLinePath({ ...line, xs }, x, y)}
        {...stroke}
        strokeWidth={joined ? 2 : 1.5}
        strokeLinejoin="round"
      />
      <path d={createDotsPath(columns, y, right - left)} {...stroke} strokeWidth={5} />
      {name !== undefined && columns.length > 0 && (
        <text
          x={right - 4}
          y={Math.min(bottom - 6, Math.max(above + 12, highest - 6))}
          textAnchor="end"
          fill="var(--text)"
          stroke="var(--surface)"
          strokeWidth={4}
          paintOrder="stroke"
          fontWeight={600}
        >
          {truncateToWidth(name, right - left)}
        </text>
      )}
    </>
  );
}

function getOtherSeriesPathProps(
  other: NonNullable<ChartLine['others']>[number],
  { x }: ChartLayout,
  { y, line }: ChartPanel,
) {
  const columns = downsample(other, x, true);
  const [left = 0, right = 0] = x.range();
  const few = createDotsPath(columns, y, right - left);
  return {
    d: createMeanPath(columns, y) + few,
    fill: 'none',
    stroke: getLineColor(line, other.id),
    strokeOpacity: UNSELECTED_SERIES_OPACITY,
    strokeWidth: 1.25,
    strokeLinecap: 'round' as const,
  };
}
