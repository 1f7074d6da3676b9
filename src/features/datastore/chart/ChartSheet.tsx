import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { formatTime, formatZoneOffset, type TimeMode } from '#lib/time/time.ts';
import type { Drawn } from '#pipeline/documents/chartLines.ts';
import { ChartPicture } from '#ui/charts/ChartPicture.tsx';
import { CHARACTER_PX, type ChartLayout, cut, PADDING_PX } from '#ui/charts/chartLayout.ts';

type Props = {
  drawn: Drawn;
  layout: ChartLayout;
  of: string;
  documents: number;
  mode: TimeMode;
};

/** Height of the title and the two lines of source information above the chart, in px. */
const HEADER_PX = 88;

export function ChartSheet({ drawn, layout, of: collection, documents, mode }: Props) {
  const { width } = layout;
  const height = layout.height + HEADER_PX;
  const room = width - 2 * PADDING_PX;
  const title = describeChart(drawn);
  const lines = [
    `Collection ${toPlainText(collection)} · ${describeRange(drawn, mode)} · ${pluralize(documents, 'document')}`,
  ];
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={12} aria-hidden>
      <rect width={width} height={height} fill="var(--surface)" />
      <text x={PADDING_PX} y={32} fill="var(--text)" fontSize={16} fontWeight={600}>
        {cut(title, (room * 12) / 16)}
      </text>
      {[...lines, describeUnits(drawn, mode)].map((words, line) => (
        <text key={words} x={PADDING_PX} y={54 + 18 * line} fill="var(--muted)">
          {cut(words, room)}
        </text>
      ))}
      <g transform={`translate(0 ${HEADER_PX})`}>
        <ChartPicture layout={layout} />
        <text x={PADDING_PX} y={layout.height - 10} fill="var(--muted)">
          {cut(toPlainText(drawn.axis?.label ?? 'index'), (layout.x.range()[0] ?? 0) - PADDING_PX - CHARACTER_PX)}
        </text>
      </g>
    </svg>
  );
}

function describeChart({ lines, axis, by }: Drawn): string {
  const fields = lines.map(({ label }) => toPlainText(label)).join(', ');
  return `${fields} over ${toPlainText(axis?.label ?? 'the index')}${by === undefined ? '' : ` by ${toPlainText(by)}`}`;
}

function describeRange({ axis, extent: [from, to] }: Drawn, mode: TimeMode): string {
  if (!axis) return `documents ${from} to ${to}`;
  const written = mode === 'utc' ? 'utc' : 'local';
  return `${formatTime(from, written, 0) ?? ''} to ${formatTime(to, written, 0) ?? ''}`;
}

/** Fields have no units: values are drawn as stored. */
function describeUnits({ axis, extent: [from], lines }: Drawn, mode: TimeMode): string {
  const spread = lines.some(({ counts }) => counts);
  return [
    'Values as stored',
    ...(spread ? ['lines are means, the band least to most'] : []),
    ...(axis ? [`time in ${mode === 'utc' ? 'UTC' : formatZoneOffset(from)}`] : []),
  ].join(' · ');
}
