import { formatCount, formatMean, formatNumber, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';

type Series = { label: string; min: number; mean: number; max: number; values: number; missing?: number };

/** The text alternative of a line: `signal: min −97, mean −74.2, max −52, 9,880 values`. */
export function describeSeries({ label, min, mean, max, values, missing = 0 }: Series): string {
  const parts = [
    ...(values > 0 ? [`min ${formatNumber(min)}`, `mean ${formatMean(mean)}`, `max ${formatNumber(max)}`] : []),
    pluralize(values, 'value'),
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
  ];
  return `${toPlainText(label)}: ${parts.join(', ')}`;
}
