import { formatCount, formatCountWithNoun, formatMean, formatNumber } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';

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

type Series = { label: string; min: number; mean: number; max: number; values: number; missing?: number };

export function describeSeries({ label, min, mean, max, values, missing = 0 }: Series): string {
  const parts = [
    ...(values > 0 ? [`min ${formatNumber(min)}`, `mean ${formatMean(mean)}`, `max ${formatNumber(max)}`] : []),
    formatCountWithNoun(values, 'value'),
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
  ];
  return `${toVisibleText(label)}: ${parts.join(', ')}`;
}
