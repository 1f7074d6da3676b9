import { IconPhotoDown } from '@tabler/icons-react';
import { download } from '#lib/fileTarget.ts';
import { type ChartPicture, chartPicture, type Ink, paint, svgText } from '#pipeline/chart/chartPicture.ts';
import type { ChartAxis, ChartPoints, ChartSeries } from '#pipeline/chart/chartSeries.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { axisTicks } from './chartWords.ts';
import classes from './ResultChart.module.css';

type Props = {
  series: readonly ChartSeries[];
  points: ChartPoints;
  axis: ChartAxis;
  /** What the file is called. */
  name: string;
};

const INKS: readonly Ink[] = ['accent', 'accent-soft', 'line', 'muted', 'surface', 'text'];
/** Of the saved picture, px; pixels of a PNG for each. */
const WIDTH_PX = 1200;
const PANEL_PX = 220;
const PIXELS = 2;

/** The chart as a picture of its own, in the theme's colours. */
export function ChartSave({ series, points, axis, name }: Props) {
  const mode = useTimeMode();
  const file = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'chart';
  const save = (extension: string, make: (picture: ChartPicture) => Promise<Blob> | Blob) => async () => {
    const ticks = axisTicks(points, axis, WIDTH_PX, mode);
    try {
      download(
        `${file}.${extension}`,
        await make(chartPicture({ points, series, width: WIDTH_PX, panelHeight: PANEL_PX, ticks })),
      );
    } catch (error) {
      showToast({ words: `Not saved: ${error instanceof Error ? error.message : String(error)}` });
    }
  };
  const svg = save('svg', (picture) => new Blob([svgText(picture, coloursNow())], { type: 'image/svg+xml' }));
  const png = save('png', pngOf);
  return (
    <Menu
      label="Save the chart"
      align="end"
      rows={[
        { label: 'As PNG', run: () => void png() },
        { label: 'As SVG', run: () => void svg() },
      ]}
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          icon={<IconPhotoDown size={16} stroke={1.5} aria-hidden />}
          aria-label="Save"
          data-tip="Save the chart"
        >
          <span className={classes['word']}>Save</span>
        </Button>
      )}
    />
  );
}

/** The theme's colours as they are now. */
function coloursNow(): Record<Ink, string> {
  const style = getComputedStyle(document.documentElement);
  const colours = INKS.map((ink) => [ink, style.getPropertyValue(`--${ink}`).trim()]);
  return Object.fromEntries(colours) as Record<Ink, string>; // of every ink
}

async function pngOf(picture: ChartPicture): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width * PIXELS, picture.height * PIXELS);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.scale(PIXELS, PIXELS);
  paint(context, picture, coloursNow());
  return canvas.convertToBlob({ type: 'image/png' });
}
