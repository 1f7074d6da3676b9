import { max } from 'd3-array';
import type { ReactNode } from 'react';
import { formatCount } from '#lib/formatNumber.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { pngOf, svgText } from './savePicture.ts';

/** The first column has the row names, the second the bar lengths. */
export type PaneTable = {
  title: string;
  headings: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Horizontal bars of a ranking, or vertical bars over time. */
  bars: 'beside' | 'upright';
};

type Props = { table: PaneTable; source: string };

const WIDTH = 960;
const PADDING = 24;
const HEADER = 76;
const ROW = 24;
const NAME = 260;
const NAME_CHARACTERS = 36;
const VALUE = 110;
const PLOT = 260;
const AXIS = 28;
const AXIS_LABELS = 8;
/** Limited by the maximum canvas height; the copied table has all rows. */
const ROWS_MAX = 150;

/** Renders a pane as a PNG, with its title and `source` (connection and time of the data). */
export function createPaneImage(table: PaneTable, source: string): Promise<Blob> {
  return pngOf(
    svgText(table.bars === 'upright' ? <Upright {...{ table, source }} /> : <Beside {...{ table, source }} />),
  );
}

function Beside({ table, source }: Props) {
  const { headings, rows } = table;
  const shown = rows.slice(0, ROWS_MAX);
  const left = PADDING + NAME;
  const valueAt = (column: number) => WIDTH - PADDING - (headings.length - 1 - column) * VALUE;
  const room = valueAt(1) - VALUE - left;
  const most = findMaximum(rows);
  const hidden = rows.length - shown.length;
  return (
    <Sheet {...{ table, source }} height={HEADER + (shown.length + (hidden > 0 ? 2 : 1)) * ROW + PADDING}>
      {headings.map((heading, column) => (
        <text
          key={heading}
          x={column === 0 ? PADDING : valueAt(column)}
          y={HEADER}
          fill="var(--muted)"
          textAnchor={column === 0 ? 'start' : 'end'}
        >
          {heading}
        </text>
      ))}
      {shown.map(([name = '', ...values], index) => {
        const y = HEADER + (index + 1) * ROW;
        return (
          <g key={name} fill="var(--text)">
            <path d={`M${PADDING} ${y - 16.5}H${WIDTH - PADDING}`} stroke="var(--line)" />
            <text x={PADDING} y={y}>
              {truncateMiddle(String(name), NAME_CHARACTERS)}
            </text>
            <rect x={left} y={y - 9} width={(room * Number(values[0])) / most} height={9} rx={2} fill="var(--border)" />
            {values.map((value, column) => (
              <text key={headings[column + 1]} x={valueAt(column + 1)} y={y} textAnchor="end">
                {formatValue(value)}
              </text>
            ))}
          </g>
        );
      })}
      {hidden > 0 && (
        <text x={PADDING} y={HEADER + (shown.length + 1) * ROW} fill="var(--muted)">
          {`${formatCount(hidden)} more rows are not in this image.`}
        </text>
      )}
    </Sheet>
  );
}

function Upright({ table, source }: Props) {
  const { rows } = table;
  const most = findMaximum(rows);
  const bottom = HEADER + PLOT;
  const step = (WIDTH - 2 * PADDING) / Math.max(1, rows.length);
  const labelled = Math.ceil(rows.length / AXIS_LABELS);
  return (
    <Sheet {...{ table, source }} height={bottom + AXIS + PADDING}>
      <text x={PADDING} y={HEADER - 6} fill="var(--muted)">
        {formatCount(most)}
      </text>
      <path
        d={`M${PADDING} ${HEADER}.5H${WIDTH - PADDING}M${PADDING} ${bottom}.5H${WIDTH - PADDING}`}
        stroke="var(--line)"
      />
      {rows.map(([name = '', count = 0], index) => {
        const x = PADDING + index * step;
        const height = (PLOT * Number(count)) / most;
        return (
          <g key={`${name} ${String(x)}`}>
            <rect x={x} y={bottom - height} width={Math.max(1, step - 2)} height={height} fill="var(--border)" />
            {index % labelled === 0 && (
              <text x={x} y={bottom + 18} fill="var(--muted)">
                {name}
              </text>
            )}
          </g>
        );
      })}
    </Sheet>
  );
}

function Sheet({ table, source, height, children }: Props & { height: number; children: ReactNode }) {
  return (
    <svg
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      fontSize={13}
      role="img"
      aria-label={table.title}
    >
      <rect width={WIDTH} height={height} fill="var(--surface)" />
      <text x={PADDING} y={30} fontSize={16} fontWeight={600} fill="var(--text)">
        {table.title}
      </text>
      <text x={PADDING} y={50} fontSize={12} fill="var(--muted)">
        {source}
      </text>
      {children}
    </svg>
  );
}

function findMaximum(rows: PaneTable['rows']): number {
  return Math.max(1, max(rows, ([, value]) => Number(value)) ?? 1);
}

function formatValue(value: string | number): string {
  return typeof value === 'number' ? formatCount(value) : value;
}
