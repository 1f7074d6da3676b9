import { UNSELECTED_SERIES_OPACITY } from '#ui/theme/seriesColors.ts';
import {
  CHARACTER_WIDTH_PX,
  type ChartLayout,
  type ChartLine,
  type ChartPanel,
  getLineColor,
  truncateToWidth,
} from './chartLayout.ts';
import { createLinePath } from './createLinePath.ts';
import { createBandPath, createDotsPath, createMeanPath, downsample } from './downsample.ts';

export type ChartPanelProps = { panel: ChartPanel; layout: ChartLayout };

/** Number of values per pixel column above which a band replaces the line. */
const MAX_VALUES_PER_PIXEL = 4;

export function SelectedSeriesPath({ panel: { line, y }, layout: { xs, x } }: ChartPanelProps) {
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
  const named = columns.filter(
    ({ px, values: any }) => any > 0 && px > right - (name?.length ?? 0) * CHARACTER_WIDTH_PX - 12,
  );
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

export function getOtherSeriesPathProps(
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
