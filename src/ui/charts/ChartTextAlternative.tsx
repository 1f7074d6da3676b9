import { describeSeries, type Series } from './describeSeries.ts';

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
