import { toVisibleText } from '#lib/invisible.ts';
import { formatLocalZoneOffset, type TimeMode } from '#lib/time/time.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { ChartSvg } from '#ui/charts/ChartSvg.tsx';
import { CHARACTER_WIDTH_PX, CHART_PADDING_PX, type ChartLayout, truncateToWidth } from '#ui/charts/chartLayout.ts';
import { formatAxisValue } from './chartAxis.ts';
import { datastoreChartMessages } from './messages.ts';

type Props = {
  drawn: ChartData;
  layout: ChartLayout;
  collection: string;
  documentCount: number;
  mode: TimeMode;
};

const HEADER_PX = 88;

export function ChartExportSvg({ drawn, layout, collection, documentCount, mode }: Props) {
  const { width } = layout;
  const height = layout.height + HEADER_PX;
  const textWidth = width - 2 * CHART_PADDING_PX;
  const title = describeChart(drawn);
  const sourceLines = [
    datastoreChartMessages.exportSubtitle(toVisibleText(collection), describeRange(drawn, mode), documentCount),
  ];
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={12} aria-hidden>
      <rect width={width} height={height} fill="var(--surface)" />
      <text x={CHART_PADDING_PX} y={32} fill="var(--text)" fontSize={16} fontWeight={600}>
        {truncateToWidth(title, (textWidth * 12) / 16)}
      </text>
      {[...sourceLines, describeUnits(drawn, mode)].map((words, line) => (
        <text key={words} x={CHART_PADDING_PX} y={54 + 18 * line} fill="var(--muted)">
          {truncateToWidth(words, textWidth)}
        </text>
      ))}
      <g transform={`translate(0 ${HEADER_PX})`}>
        <ChartSvg layout={layout} />
        <text x={CHART_PADDING_PX} y={layout.height - 10} fill="var(--muted)">
          {truncateToWidth(
            toVisibleText(drawn.axis?.label ?? 'index'),
            (layout.x.range()[0] ?? 0) - CHART_PADDING_PX - CHARACTER_WIDTH_PX,
          )}
        </text>
      </g>
    </svg>
  );
}

function describeChart({ lines, axis, by }: ChartData): string {
  const fields = lines.map(({ label }) => toVisibleText(label)).join(', ');
  return `${fields} over ${toVisibleText(axis?.label ?? datastoreChartMessages.rowIndex)}${by === undefined ? '' : datastoreChartMessages.splitBySuffix(toVisibleText(by))}`;
}

function describeRange({ axis, extent: [from, to] }: ChartData, mode: TimeMode): string {
  if (!axis) return datastoreChartMessages.documentRange(from, to);
  const [first = '', last = ''] = [from, to].map((at) => formatAxisValue(at, axis, mode === 'utc' ? 'utc' : 'local'));
  return datastoreChartMessages.timeRange(first, last);
}

function describeUnits({ axis, extent: [from], lines }: ChartData, mode: TimeMode): string {
  const spread = lines.some(({ counts }) => counts);
  return [
    datastoreChartMessages.valuesAsStored,
    ...(spread ? [datastoreChartMessages.aggregationNote] : []),
    ...(axis ? [`time in ${axis.zone ?? (mode === 'utc' ? 'UTC' : formatLocalZoneOffset(from))}`] : []),
  ].join(' · ');
}
