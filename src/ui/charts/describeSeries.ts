import { counted, formatCount, meanText, valueText } from '#lib/counts.ts';
import { plainText } from '#lib/invisible.ts';

type Series = { label: string; min: number; mean: number; max: number; values: number; missing?: number };

/** The text alternative of a line: `signal: min −97, mean −74.2, max −52, 9,880 values`. */
export function describeSeries({ label, min, mean, max, values, missing = 0 }: Series): string {
  const parts = [
    ...(values > 0 ? [`min ${valueText(min)}`, `mean ${meanText(mean)}`, `max ${valueText(max)}`] : []),
    counted(values, 'value'),
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
  ];
  return `${plainText(label)}: ${parts.join(', ')}`;
}
