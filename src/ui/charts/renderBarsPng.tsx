import { max } from 'd3-array';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#lib/formatNumber.ts';
import { wrapText } from '#lib/text/wrapText.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { convertSvgToPng, renderSvgToString } from './convertSvgToPng.ts';

/** Ranking. The first column has the names, the second one the values of the bars. */
export type BarTable = {
  title: string;
  headings: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

const WIDTH_PX = 960;
const PADDING_PX = 24;
const HEADER_HEIGHT_PX = 76;
const LINE_HEIGHT_PX = 17;
const LINE_LENGTH = 135;
const ROW_HEIGHT_PX = 24;
const NAME_WIDTH_PX = 260;
const NAME_MAX_LENGTH = 36;
const HEADING_MAX_LENGTH = 14;
const TITLE_MAX_LENGTH = 100;
const VALUE_WIDTH_PX = 110;
/** Maximum number of rows, because browsers limit the height of a canvas. */
const MAX_ROWS = 150;

/** Renders ranked bars as a PNG with their title. `source` describes the data. */
export function renderBarsPng(table: BarTable, source: string): Promise<Blob> {
  const lines = wrapText(source, LINE_LENGTH);
  return convertSvgToPng(renderSvgToString(<BarImage table={table} lines={lines} />));
}

type Props = { table: BarTable; lines: readonly string[] };

function BarImage({ table, lines }: Props) {
  const top = HEADER_HEIGHT_PX + Math.max(0, lines.length - 1) * LINE_HEIGHT_PX;
  const { headings, rows } = table;
  const shown = rows.slice(0, MAX_ROWS);
  const left = PADDING_PX + NAME_WIDTH_PX;
  const valueAt = (column: number) => WIDTH_PX - PADDING_PX - (headings.length - 1 - column) * VALUE_WIDTH_PX;
  const room = valueAt(1) - VALUE_WIDTH_PX - left;
  const most = findMaximum(rows);
  const hidden = rows.length - shown.length;
  return (
    <ImageFrame {...{ table, lines }} height={top + (shown.length + (hidden > 0 ? 2 : 1)) * ROW_HEIGHT_PX + PADDING_PX}>
      {headings.map((heading, column) => (
        <text
          key={heading}
          x={column === 0 ? PADDING_PX : valueAt(column)}
          y={top}
          fill="var(--muted)"
          textAnchor={column === 0 ? 'start' : 'end'}
        >
          {truncateMiddle(heading, column === 0 ? NAME_MAX_LENGTH : HEADING_MAX_LENGTH)}
        </text>
      ))}
      {shown.map(([name = '', ...values], index) => {
        const y = top + (index + 1) * ROW_HEIGHT_PX;
        const length = Number(values[0]) || 0;
        return (
          <g key={`${name} ${String(index)}`} fill="var(--text)">
            <path d={`M${PADDING_PX} ${y - 16.5}H${WIDTH_PX - PADDING_PX}`} stroke="var(--line)" />
            {/* clips wide characters, which would run under the bar */}
            <svg x={PADDING_PX} y={y - ROW_HEIGHT_PX} width={NAME_WIDTH_PX - 8} height={2 * ROW_HEIGHT_PX}>
              <title>{name}</title>
              <text y={ROW_HEIGHT_PX}>{truncateMiddle(String(name), NAME_MAX_LENGTH)}</text>
            </svg>
            <rect x={left} y={y - 9} width={(room * length) / most} height={9} rx={2} fill="var(--border)" />
            {values.map((value, column) => (
              <text key={headings[column + 1]} x={valueAt(column + 1)} y={y} textAnchor="end">
                {formatValue(value)}
              </text>
            ))}
          </g>
        );
      })}
      {hidden > 0 && (
        <text x={PADDING_PX} y={top + (shown.length + 1) * ROW_HEIGHT_PX} fill="var(--muted)">
          {`${formatCount(hidden)} more rows are not shown in this image.`}
        </text>
      )}
    </ImageFrame>
  );
}

function ImageFrame({ table, lines, height, children }: Props & { height: number; children: ReactNode }) {
  return (
    <svg
      width={WIDTH_PX}
      height={height}
      viewBox={`0 0 ${WIDTH_PX} ${height}`}
      fontSize={13}
      role="img"
      aria-label={table.title}
    >
      <rect width={WIDTH_PX} height={height} fill="var(--surface)" />
      <text x={PADDING_PX} y={30} fontSize={16} fontWeight={600} fill="var(--text)">
        {truncateMiddle(table.title, TITLE_MAX_LENGTH)}
      </text>
      {lines.map((line, index) => (
        <text key={line} x={PADDING_PX} y={50 + index * LINE_HEIGHT_PX} fontSize={12} fill="var(--muted)">
          {line}
        </text>
      ))}
      {children}
    </svg>
  );
}

function findMaximum(rows: BarTable['rows']): number {
  return Math.max(1, max(rows, ([, value]) => Number(value)) ?? 1);
}

function formatValue(value: string | number): string {
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}
