import { type ComponentProps, Fragment } from 'react';
import { OTHER_SERIES_ID } from '#lib/createSeriesStack.ts';
import { formatCount, formatMean, formatNumber } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import {
  CHARACTER_WIDTH_PX,
  CHART_PADDING_PX,
  type ChartLine,
  type ChartPanel,
  formatLineStats,
  getLegendRowY,
  getLineBeforeStroke,
  getLineColor,
  getValueBefore,
  LEGEND_MARKER_WIDTH_PX,
  LEGEND_ROW_HEIGHT_PX,
  type ChartLegendData as Legend,
  LINE_HEIGHT_PX,
  truncateToWidth,
} from './chartLayout.ts';

/**
 * Chart legend: one row per series with its value. The marker of a hidden series is empty; the selected series is
 * highlighted.
 */
export function ChartLegend({ panel, legend, width }: { panel: ChartPanel; legend: Legend; width: number }) {
  const { rows, chosen, others } = legend;
  const rest = others && {
    name: `${formatCount(others.count)} others`,
    value: others.value,
    id: OTHER_SERIES_ID,
    // other series have no mark unless they are stacked
    off: panel.line.stack ? false : undefined,
  };
  const all = rest ? [...rows, rest] : rows;
  const right = CHART_PADDING_PX + width - 24;
  const beforeY = getLegendRowY(panel, all.length) + 16;
  const words = legend.valueName.includes(' of ') ? legend.valueName : `${legend.valueName} of each`;
  return (
    <>
      <SeriesName
        text={panel.line.label}
        y={panel.top + 20}
        maxWidth={width - 24 - words.length * CHARACTER_WIDTH_PX}
      />
      <text x={right} y={panel.top + 20} fill="var(--muted)" textAnchor="end">
        {words}
      </text>
      {all.map(({ id, name, value, off }, row) => {
        const top = getLegendRowY(panel, row);
        const fill = row === chosen ? 'var(--text)' : 'var(--muted)';
        return (
          <Fragment key={id}>
            {row === chosen && (
              <>
                <rect
                  x={CHART_PADDING_PX - 8}
                  y={top}
                  width={width - 8}
                  height={LEGEND_ROW_HEIGHT_PX}
                  rx={4}
                  fill="var(--accent-soft)"
                />
                <rect
                  x={CHART_PADDING_PX - 8}
                  y={top}
                  width={2}
                  height={LEGEND_ROW_HEIGHT_PX}
                  fill={getLineColor(panel.line, id)}
                />
              </>
            )}
            {off !== undefined && (
              <circle
                cx={CHART_PADDING_PX + 4}
                cy={top + LEGEND_ROW_HEIGHT_PX / 2}
                r={4}
                fill={off ? 'none' : getLineColor(panel.line, id)}
                stroke={getLineColor(panel.line, id)}
              />
            )}
            <TruncatedText
              x={CHART_PADDING_PX + LEGEND_MARKER_WIDTH_PX}
              y={top + 16}
              fill={fill}
              text={name}
              maxWidth={width - 84 - LEGEND_MARKER_WIDTH_PX}
              textDecoration={off ? 'line-through' : undefined}
            />
            <text x={right} y={top + 16} fill={fill} textAnchor="end">
              {formatMean(value)}
            </text>
          </Fragment>
        );
      })}
      <LineBefore line={panel.line} y={beforeY} />
      {panel.line.before && (
        <text x={right} y={beforeY} fill="var(--muted)" textAnchor="end">
          {formatMean(getValueBefore(panel.line))}
        </text>
      )}
    </>
  );
}

export function SeriesStatistics(props: SeriesStatisticsProps) {
  return props.lines === 0 ? <StatisticsTable {...props} /> : <StatisticsCaption {...props} />;
}

type SeriesStatisticsProps = { line: ChartLine; y: number; maxWidth: number; lines: number };

function StatisticsTable({ line, y, maxWidth }: SeriesStatisticsProps) {
  const { max, median, mean, min, values, missing, before } = line;
  const middle = median === undefined ? { mean: formatMean(mean) } : { median: formatNumber(median) };
  const figures = {
    max: formatNumber(max),
    ...middle,
    min: formatNumber(min),
    values: formatCount(values),
    ...(missing > 0 && { missing: formatCount(missing) }),
    ...(before && { 'mean before': formatMean(before.mean) }),
  };
  return (
    <>
      <SeriesName text={line.label} y={y} maxWidth={maxWidth - 16} />
      {Object.entries(figures).map(([word, value], index) => (
        <Fragment key={word}>
          <text x={CHART_PADDING_PX} y={y + (index + 1) * LINE_HEIGHT_PX} fill="var(--muted)">
            {word}
          </text>
          <text
            x={CHART_PADDING_PX + maxWidth - 24}
            y={y + (index + 1) * LINE_HEIGHT_PX}
            fill="var(--text)"
            textAnchor="end"
          >
            {value}
          </text>
        </Fragment>
      ))}
      <LineBefore line={line} y={y + (Object.keys(figures).length + 1) * LINE_HEIGHT_PX} />
    </>
  );
}

/** Names the dashed line. */
function LineBefore({ line, y }: { line: ChartLine; y: number }) {
  if (!line.before) return null;
  return (
    <>
      <path d={`M${CHART_PADDING_PX} ${y - 4}h12`} {...getLineBeforeStroke(line)} />
      <text x={CHART_PADDING_PX + LEGEND_MARKER_WIDTH_PX} y={y} fill="var(--muted)">
        period before
      </text>
    </>
  );
}

function StatisticsCaption({ line, y, maxWidth, lines }: SeriesStatisticsProps) {
  const text = formatLineStats(line);
  const inOne = lines === 1;
  return (
    <>
      <SeriesName text={line.label} y={y} maxWidth={inOne ? maxWidth - text.length * CHARACTER_WIDTH_PX : maxWidth} />
      <text
        x={inOne ? CHART_PADDING_PX + maxWidth : CHART_PADDING_PX}
        y={y + (lines - 1) * LINE_HEIGHT_PX}
        fill="var(--muted)"
        textAnchor={inOne ? 'end' : 'start'}
      >
        {truncateToWidth(text, maxWidth)}
      </text>
    </>
  );
}

function SeriesName({ text, y, maxWidth }: { text: string; y: number; maxWidth: number }) {
  return (
    <TruncatedText x={CHART_PADDING_PX} y={y} fill="var(--text)" fontWeight={600} text={text} maxWidth={maxWidth} />
  );
}

type TruncatedTextProps = ComponentProps<'text'> & { text: string; maxWidth: number };

function TruncatedText({ text, maxWidth, ...place }: TruncatedTextProps) {
  const whole = toVisibleText(text);
  const shown = truncateToWidth(whole, maxWidth);
  return (
    <text {...place}>
      {shown !== whole && <title>{whole}</title>}
      {shown}
    </text>
  );
}
