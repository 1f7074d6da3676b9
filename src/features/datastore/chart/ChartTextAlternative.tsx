import type { ChartLineData } from '#pipeline/documents/chartData.ts';
import { describeSeries } from '#ui/charts/describeSeries.ts';

export function ChartTextAlternative({ id, lines }: { id: string; lines: readonly ChartLineData[] }) {
  return (
    <ul id={id} data-spoken>
      {lines.map((line) => (
        <li key={line.column.key}>{describeSeries(line)}</li>
      ))}
    </ul>
  );
}
