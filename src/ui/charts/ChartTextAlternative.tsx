import { formatCount, formatCountWithNoun, formatMean, formatNumber } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { ChartLine } from './chartLayout.ts';

type Props = { id?: string; lines: readonly (Series & { column: { key: string } })[] };

export function ChartTextAlternative({ id, lines }: Props) {
  return (
    <ul id={id} data-spoken>
      {lines.map((line) => (
        <li key={line.column.key}>{describeSeries(line)}</li>
      ))}
    </ul>
  );
}

type Series = Pick<ChartLine, 'label' | 'min' | 'mean' | 'max' | 'values'> &
  Partial<Pick<ChartLine, 'missing' | 'legend'>>;

/** Describes one series, or the range of several and the selected one of them. */
export function describeSeries({ label, min, mean, max, values, missing = 0, legend }: Series): string {
  const selected = legend?.rows[legend.chosen];
  if (legend && selected && values > 0) {
    const range = `min ${formatNumber(min)} and max ${formatNumber(max)} of ${formatCountWithNoun(legend.rows.length, 'series', 'series')}`;
    const figures = `${legend.valueName} ${formatMean(selected.value)}, ${formatCountWithNoun(values, 'value')}`;
    return `${toVisibleText(label)}: ${range}; ${toVisibleText(selected.name)}: ${figures}`;
  }
  const parts = [
    ...(values > 0 ? [`min ${formatNumber(min)}`, `mean ${formatMean(mean)}`, `max ${formatNumber(max)}`] : []),
    formatCountWithNoun(values, 'value'),
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
  ];
  return `${toVisibleText(label)}: ${parts.join(', ')}`;
}
