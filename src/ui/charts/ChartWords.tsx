import { type ComponentProps, Fragment } from 'react';
import { formatCount, formatMean, formatNumber } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import {
  CHARACTER_PX,
  type ChartLine,
  type ChartPanel,
  captionText,
  cut,
  type ChartLegend as Legend,
  LINE_PX,
  legendTop,
  lineColor,
  MARK_PX,
  PADDING_PX,
  ROW_PX,
} from './chartLayout.ts';

/**
 * Legend below the field name: each series with its mean and a mark that is empty when the series is hidden; the selected one is
 * highlighted.
 */
export function ChartLegend({ panel, legend, width }: { panel: ChartPanel; legend: Legend; width: number }) {
  const { rows, chosen, others } = legend;
  const rest = others && {
    name: `${formatCount(others.count)} others`,
    mean: others.mean,
    id: 'others',
    off: undefined,
  };
  const all = rest ? [...rows, rest] : rows;
  const right = PADDING_PX + width - 24;
  const words = 'mean of each';
  return (
    <>
      <Name text={panel.line.label} y={panel.top + 20} room={width - 24 - words.length * CHARACTER_PX} />
      <text x={right} y={panel.top + 20} fill="var(--muted)" textAnchor="end">
        {words}
      </text>
      {all.map(({ id, name, mean, off }, row) => {
        const top = legendTop(panel, row);
        const fill = row === chosen ? 'var(--text)' : 'var(--muted)';
        return (
          <Fragment key={id}>
            {row === chosen && (
              <>
                <rect x={PADDING_PX - 8} y={top} width={width - 8} height={ROW_PX} rx={4} fill="var(--accent-soft)" />
                <rect x={PADDING_PX - 8} y={top} width={2} height={ROW_PX} fill={lineColor(panel.line, id)} />
              </>
            )}
            {off !== undefined && (
              <circle
                cx={PADDING_PX + 4}
                cy={top + ROW_PX / 2}
                r={4}
                fill={off ? 'none' : lineColor(panel.line, id)}
                stroke={lineColor(panel.line, id)}
              />
            )}
            <Words
              x={PADDING_PX + MARK_PX}
              y={top + 16}
              fill={fill}
              text={name}
              room={width - 84 - MARK_PX}
              textDecoration={off ? 'line-through' : undefined}
            />
            <text x={right} y={top + 16} fill={fill} textAnchor="end">
              {formatMean(mean)}
            </text>
          </Fragment>
        );
      })}
    </>
  );
}

/** Name and figures of a field, beside the plot or as a caption of `lines` lines above it. */
export function Facts(props: WordsProps) {
  return props.lines === 0 ? <Figures {...props} /> : <Caption {...props} />;
}

type WordsProps = { line: ChartLine; y: number; room: number; lines: number };

function Figures({ line, y, room }: WordsProps) {
  const { max, median, mean, min, values, missing } = line;
  const middle = median === undefined ? { mean: formatMean(mean) } : { median: formatNumber(median) };
  const figures = {
    max: formatNumber(max),
    ...middle,
    min: formatNumber(min),
    values: formatCount(values),
    ...(missing > 0 && { missing: formatCount(missing) }),
  };
  return (
    <>
      <Name text={line.label} y={y} room={room - 16} />
      {Object.entries(figures).map(([word, value], index) => (
        <Fragment key={word}>
          <text x={PADDING_PX} y={y + (index + 1) * LINE_PX} fill="var(--muted)">
            {word}
          </text>
          <text x={PADDING_PX + room - 24} y={y + (index + 1) * LINE_PX} fill="var(--text)" textAnchor="end">
            {value}
          </text>
        </Fragment>
      ))}
    </>
  );
}

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

type NameProps = { text: string; y: number; room: number };

function Name({ text, y, room }: NameProps) {
  return <Words x={PADDING_PX} y={y} fill="var(--text)" fontWeight={600} text={text} room={room} />;
}

type CutProps = ComponentProps<'text'> & { text: string; room: number };

/** SVG text; truncated text gets a tooltip with the full text. */
function Words({ text, room, ...place }: CutProps) {
  const whole = toPlainText(text);
  const shown = cut(whole, room);
  return (
    <text {...place}>
      {shown !== whole && <title>{whole}</title>}
      {shown}
    </text>
  );
}
