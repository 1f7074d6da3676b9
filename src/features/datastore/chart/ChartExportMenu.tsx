import { IconPhotoDown } from '@tabler/icons-react';
import { COLUMNS_BEFORE } from '#features/datastore/groups/usePeriodBefore.ts';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { useResultSource } from '#features/datastore/results/useResultSource.ts';
import { formatCsvLine } from '#lib/csv.ts';
import { downloadBlob, toFileName } from '#lib/fileWriter.ts';
import type { TimeMode } from '#lib/time/time.ts';
import { createZonedTimeFormat, getLocalZoneName } from '#lib/time/zones.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { createChartLayout, getLegendHeight } from '#ui/charts/chartLayout.ts';
import { convertSvgToPng, renderSvgToString } from '#ui/charts/convertSvgToPng.ts';
import { createAxisTicks } from '#ui/charts/createAxisTicks.ts';
import { copyImage } from '#ui/notices/copyToClipboard.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { ChartExportSvg } from './ChartExportSvg.tsx';

const IMAGE_WIDTH_PX = 1200;
const PANEL_HEIGHT_PX = 220;

type Props = {
  drawn: ChartData;
  getAllSeries: () => readonly ChartData[];
  collection: string;
  documentCount: number;
  isWhole: boolean;
};

export function ChartExportMenu({ drawn, getAllSeries, collection, documentCount, isWhole }: Props) {
  const { query, describeCount } = useResultSource();
  const mode = useTimeMode();
  const file = toFileName(collection, 'chart');
  const download = async (extension: string, fileOf: () => Promise<Blob> | Blob) => {
    try {
      downloadBlob(`${file}.${extension}`, await fileOf());
    } catch (error) {
      showToast(`Could not save the chart: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const renderSvg = () => {
    const panelHeight = Math.max(PANEL_HEIGHT_PX, getLegendHeight(drawn.lines));
    const layout = createChartLayout({
      ...drawn,
      width: IMAGE_WIDTH_PX,
      panelHeight,
      ticks: createAxisTicks(drawn, IMAGE_WIDTH_PX, mode),
    });
    return renderSvgToString(
      <ChartExportSvg
        drawn={drawn}
        layout={layout}
        query={query}
        count={describeCount(documentCount, isWhole)}
        mode={mode}
      />,
    );
  };
  return (
    <Menu
      label="Save the chart"
      align="end"
      rows={[
        { label: 'Copy image', run: () => void copyImage(convertSvgToPng(renderSvg())) },
        { label: 'As PNG', run: () => void download('png', () => convertSvgToPng(renderSvg())) },
        {
          label: 'As SVG',
          run: () => void download('svg', () => new Blob([renderSvg()], { type: 'image/svg+xml' })),
        },
        {
          label: 'As CSV',
          run: () => void download('csv', () => new Blob([formatChartCsv(getAllSeries(), mode)], { type: 'text/csv' })),
        },
      ]}
      renderTrigger={(control) => (
        <ToolbarButton {...control} label="Save" Icon={IconPhotoDown} data-tip="Save the chart" />
      )}
    />
  );
}

function formatChartCsv(all: readonly ChartData[], mode: TimeMode): string {
  const columnsBefore = all.some(({ lines }) => lines.some(({ before }) => before)) ? COLUMNS_BEFORE : [];
  const tables = all.map((drawn) => createChartRows(drawn, mode, columnsBefore));
  const [{ heads } = { heads: [] }] = tables;
  return [heads, ...tables.flatMap(({ rows }) => rows)].map(formatCsvLine).join('');
}

function createChartRows({ axis, xs, lines }: ChartData, mode: TimeMode, columnsBefore: typeof COLUMNS_BEFORE) {
  const hasSpread = lines.some(({ counts }) => counts);
  const { legend } = lines[0] ?? {};
  const part = legend?.rows[legend.chosen]?.name;
  const axisHeadings = axis ? [axis.label, `${axis.label} (epoch ms)`] : ['index'];
  const heads = lines.flatMap(({ label }) => [
    ...(hasSpread ? SPREAD_HEADINGS.map((word) => `${label} ${word}`) : [label]),
    ...columnsBefore.map(({ word }) => `${label} ${word}`),
  ]);
  // without an offset, the hour that is repeated when clocks change is ambiguous
  const format = axis?.formatTime ?? createZonedTimeFormat(mode === 'utc' ? 'UTC' : getLocalZoneName());
  const rows = Array.from(xs, (x, stop) => {
    const at = Math.round(x);
    const values = lines.flatMap(({ ys, least, most, counts, before }) => {
      const mean = formatCell(ys[stop]);
      return [
        ...(hasSpread
          ? [formatCell(least?.[stop]), mean, formatCell(most?.[stop]), String(counts?.[stop] ?? 0)]
          : [mean]),
        ...columnsBefore.map(({ of }) =>
          formatCell(of(before?.current[stop] ?? Number.NaN, before?.compared[stop] ?? Number.NaN)),
        ),
      ];
    });
    const where = axis ? [format(at, 'local', 0) ?? '', String(at)] : [String(at)];
    return [...(part === undefined ? [] : [part]), ...where, ...values];
  });
  return { heads: [...(part === undefined ? [] : ['part']), ...axisHeadings, ...heads], rows };
}

const SPREAD_HEADINGS = ['least', 'mean', 'most', 'values'];

function formatCell(value = Number.NaN): string {
  return Number.isFinite(value) ? String(value) : '';
}
