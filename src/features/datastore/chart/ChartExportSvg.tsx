import { toVisibleText } from '#lib/invisible.ts';
import { wrapText } from '#lib/text/wrapText.ts';
import { formatLocalZoneOffset, type TimeMode } from '#lib/time/time.ts';
import { createZonedTimeFormat, getLocalZoneName } from '#lib/time/zones.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { ChartSvg } from '#ui/charts/ChartSvg.tsx';
import {
  CHARACTER_WIDTH_PX,
  CHART_PADDING_PX,
  type ChartLayout,
  LINE_HEIGHT_PX,
  truncateToWidth,
} from '#ui/charts/chartLayout.ts';

type Props = {
  drawn: ChartData;
  layout: ChartLayout;
  query: readonly string[];
  count: string;
  mode: TimeMode;
};

const TITLE_PX = 52;

export function ChartExportSvg({ drawn, layout, query, count, mode }: Props) {
  const { width } = layout;
  const textWidth = width - 2 * CHART_PADDING_PX;
  const title = describeChart(drawn);
  const source = [...query, describeRange(drawn, mode), count].join(' · ');
  const lines = [...wrapText(source, Math.floor(textWidth / CHARACTER_WIDTH_PX)), describeUnits(drawn, mode)];
  const header = TITLE_PX + lines.length * LINE_HEIGHT_PX;
  const height = layout.height + header;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={12} aria-hidden>
      <rect width={width} height={height} fill="var(--surface)" />
      <text x={CHART_PADDING_PX} y={32} fill="var(--text)" fontSize={16} fontWeight={600}>
        {truncateToWidth(title, (textWidth * 12) / 16)}
      </text>
      {lines.map((words, line) => (
        <text key={words} x={CHART_PADDING_PX} y={TITLE_PX + 2 + LINE_HEIGHT_PX * line} fill="var(--muted)">
          {truncateToWidth(words, textWidth)}
        </text>
      ))}
      <g transform={`translate(0 ${header})`}>
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
  return `${fields} over ${toVisibleText(axis?.label ?? 'the row index')}${by === undefined ? '' : ` by ${toVisibleText(by)}`}`;
}

function describeRange({ axis, extent: [from, to] }: ChartData, mode: TimeMode): string {
  if (!axis) return `documents ${from} to ${to}`;
  const format = axis.formatTime ?? createZonedTimeFormat(mode === 'utc' ? 'UTC' : getLocalZoneName());
  const [first = '', last = ''] = [from, to].map((at) => format(at, 'local', 0));
  return `${first} to ${last}`;
}

function describeUnits({ axis, extent: [from], lines }: ChartData, mode: TimeMode): string {
  const spread = lines.some(({ counts, stack }) => counts && !stack);
  return [
    'Values as stored',
    ...(spread ? ['lines show means, bands minimum to maximum'] : []),
    ...(axis ? [`time in ${axis.zone ?? (mode === 'utc' ? 'UTC' : formatLocalZoneOffset(from))}`] : []),
  ].join(' · ');
}
