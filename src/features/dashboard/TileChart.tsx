import { useElementSize } from '@mantine/hooks';
import 'virtual:series.css';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { ChartSvg } from '#ui/charts/ChartSvg.tsx';
import { ChartTextAlternative } from '#ui/charts/ChartTextAlternative.tsx';
import { createChartLayout } from '#ui/charts/chartLayout.ts';
import { createAxisTicks } from '#ui/charts/createAxisTicks.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';

const CHART_HEIGHT_PX = 240;
const PANEL_HEIGHT_MIN_PX = 120;

/** Chart of a tile. Its page offers points, ranges and series. */
export function TileChart({ data }: { data: ChartData }) {
  const { ref, width } = useElementSize();
  const mode = useTimeMode();
  const panelHeight = Math.max(PANEL_HEIGHT_MIN_PX, CHART_HEIGHT_PX / data.lines.length);
  return (
    <div ref={ref} translate="no">
      {width > 0 && (
        <ChartSvg
          layout={createChartLayout({ ...data, width, panelHeight, ticks: createAxisTicks(data, width, mode) })}
        />
      )}
      <ChartTextAlternative lines={data.lines} />
    </div>
  );
}
