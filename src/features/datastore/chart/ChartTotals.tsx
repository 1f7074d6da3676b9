import type { DrawnLine } from '#pipeline/documents/chartLines.ts';
import { describeSeries } from '#ui/charts/describeSeries.ts';

/** Totals of each line as a list for screen readers. */
export function ChartTotals({ id, lines }: { id: string; lines: readonly DrawnLine[] }) {
  return (
    <ul id={id} data-spoken>
      {lines.map((line) => (
        <li key={line.column.key}>{describeSeries(line)}</li>
      ))}
    </ul>
  );
}
