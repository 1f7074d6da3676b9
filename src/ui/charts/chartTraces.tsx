import { UNSELECTED_OPACITY } from '#ui/theme/seriesHues.ts';
import { CHARACTER_PX, type ChartLayout, type ChartLine, type ChartPanel, cut, lineColor } from './chartLayout.ts';
import { linePath } from './linePath.ts';
import { bandPath, dotsPath, meanPath, pixelColumns } from './pixelColumns.ts';

export type PanelProps = { panel: ChartPanel; layout: ChartLayout };

/** Values per pixel column above which a band with means replaces the line. */
const DENSE = 4;

/** The selected series: a line, or a band with means if there are too many values. */
export function Line({ panel: { line, y }, layout: { xs, x } }: PanelProps) {
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, above = 0] = y.range();
  const joined = line.legend !== undefined;
  const columns = pixelColumns({ ...line, xs }, x, joined);
  const values = columns.reduce((sum, column) => sum + column.values, 0);
  const banded = joined || line.counts !== undefined || values > DENSE * columns.length;
  const color = lineColor(line);
  const stroke = { fill: 'none', stroke: color, strokeLinecap: 'round' as const };
  const name = line.legend?.rows[line.legend.chosen]?.name;
  // the label is placed above the part of the line that it covers
  const named = columns.filter(
    ({ px, values: any }) => any > 0 && px > right - (name?.length ?? 0) * CHARACTER_PX - 12,
  );
  const highest = Math.min(...named.map(({ most }) => y(most)), y(columns.at(-1)?.most ?? 0));
  return (
    <>
      {banded && <path d={bandPath(columns, y)} fill={color} fillOpacity={0.18} />}
      <path
        d={banded ? meanPath(columns, y) : linePath({ xs, ys: line.ys }, x, y)}
        {...stroke}
        strokeWidth={joined ? 2 : 1.5}
        strokeLinejoin="round"
      />
      <path d={dotsPath(columns, y, right - left)} {...stroke} strokeWidth={5} />
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
          {cut(name, right - left)}
        </text>
      )}
    </>
  );
}

export function getLineProps(
  other: NonNullable<ChartLine['others']>[number],
  { x }: ChartLayout,
  { y, line }: ChartPanel,
) {
  const columns = pixelColumns(other, x, true);
  const [left = 0, right = 0] = x.range();
  const few = dotsPath(columns, y, right - left);
  return {
    d: meanPath(columns, y) + few,
    fill: 'none',
    stroke: lineColor(line, other.id),
    strokeOpacity: UNSELECTED_OPACITY,
    strokeWidth: 1.25,
    strokeLinecap: 'round' as const,
  };
}
