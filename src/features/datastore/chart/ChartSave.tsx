import { IconPhotoDown } from '@tabler/icons-react';
import { download } from '#lib/fileTarget.ts';
import { ChartPicture } from '#ui/charts/ChartPicture.tsx';
import { chartLayout } from '#ui/charts/chartLayout.ts';
import { pngOf, svgText } from '#ui/charts/savePicture.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { axisTicks, type Drawn } from './drawn.ts';
import classes from './ResultChart.module.css';

/** Of the saved picture, px. */
const SIZE = { width: 1200, panelHeight: 220 };

/** The chart as a picture of its own, in the theme's colours. */
export function ChartSave({ drawn, name }: { drawn: Drawn; name: string }) {
  const mode = useTimeMode();
  const file = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'chart';
  const save = async (extension: string, fileOf: (svg: string) => Promise<Blob> | Blob) => {
    const layout = chartLayout({ ...drawn, ...SIZE, ticks: axisTicks(drawn, SIZE.width, mode) });
    try {
      download(`${file}.${extension}`, await fileOf(svgText(<ChartPicture layout={layout} />)));
    } catch (error) {
      showToast({ words: `Not saved: ${error instanceof Error ? error.message : String(error)}` });
    }
  };
  return (
    <Menu
      label="Save the chart"
      align="end"
      rows={[
        { label: 'As PNG', run: () => void save('png', pngOf) },
        { label: 'As SVG', run: () => void save('svg', (svg) => new Blob([svg], { type: 'image/svg+xml' })) },
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
