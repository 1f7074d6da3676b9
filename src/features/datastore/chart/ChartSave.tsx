import { IconPhotoDown } from '@tabler/icons-react';
import { ToolButton } from '#features/datastore/results/ToolButton.tsx';
import { formatCsvLine } from '#lib/csv.ts';
import { downloadFile } from '#lib/fileWriter.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import type { Drawn } from '#pipeline/documents/chartLines.ts';
import { chartLayout, legendHeight } from '#ui/charts/chartLayout.ts';
import { pngOf, svgText } from '#ui/charts/savePicture.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { ChartSheet } from './ChartSheet.tsx';
import { axisTicks } from './chartAxis.ts';

/** Size of the exported image, in px. */
const WIDTH = 1200;
const PANEL_PX = 220;

type Props = {
  drawn: Drawn;
  /** All groups of a split chart, each drawn on its own. */
  all: () => readonly Drawn[];
  of: string;
  documents: number;
};

export function ChartSave({ drawn, all, of: collection, documents }: Props) {
  const mode = useTimeMode();
  const file = collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'chart';
  const save = async (extension: string, fileOf: () => Promise<Blob> | Blob) => {
    try {
      downloadFile(`${file}.${extension}`, await fileOf());
    } catch (error) {
      showToast(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const svg = () => {
    const panelHeight = Math.max(PANEL_PX, legendHeight(drawn.lines));
    const layout = chartLayout({ ...drawn, width: WIDTH, panelHeight, ticks: axisTicks(drawn, WIDTH, mode) });
    return svgText(<ChartSheet drawn={drawn} layout={layout} of={collection} documents={documents} mode={mode} />);
  };
  return (
    <Menu
      label="Save the chart"
      align="end"
      rows={[
        { label: 'As PNG', run: () => void save('png', () => pngOf(svg())) },
        { label: 'As SVG', run: () => void save('svg', () => new Blob([svg()], { type: 'image/svg+xml' })) },
        { label: 'As CSV', run: () => void save('csv', () => new Blob([chartCsv(all(), mode)], { type: 'text/csv' })) },
      ]}
      opener={(control) => <ToolButton {...control} word="Save" Icon={IconPhotoDown} data-tip="Save the chart" />}
    />
  );
}

/** One CSV row per group and stop. A time has two columns: formatted, and as epoch ms. */
function chartCsv(all: readonly Drawn[], mode: TimeMode): string {
  const tables = all.map((drawn) => chartRows(drawn, mode));
  const [{ heads } = { heads: [] }] = tables;
  return [heads, ...tables.flatMap(({ rows }) => rows)].map(formatCsvLine).join('');
}

function chartRows({ axis, xs, lines }: Drawn, mode: TimeMode) {
  const spread = lines.some(({ counts }) => counts);
  const { legend } = lines[0] ?? {};
  const part = legend?.rows[legend.chosen]?.name;
  const place = axis ? [axis.label, `${axis.label} (epoch ms)`] : ['index'];
  const heads = lines.flatMap(({ label }) => (spread ? SPREAD.map((word) => `${label} ${word}`) : [label]));
  const shownMode = mode === 'utc' ? 'utc' : 'local';
  const rows = Array.from(xs, (x, stop) => {
    const at = Math.round(x);
    const values = lines.flatMap(({ ys, least, most, counts }) => {
      const mean = text(ys[stop]);
      return spread ? [text(least?.[stop]), mean, text(most?.[stop]), String(counts?.[stop] ?? 0)] : [mean];
    });
    const where = axis ? [formatTime(at, shownMode, 0) ?? '', String(at)] : [String(at)];
    return [...(part === undefined ? [] : [part]), ...where, ...values];
  });
  return { heads: [...(part === undefined ? [] : ['part']), ...place, ...heads], rows };
}

const SPREAD = ['least', 'mean', 'most', 'values'];

function text(value = Number.NaN): string {
  return Number.isFinite(value) ? String(value) : '';
}
