import { IconDots } from '@tabler/icons-react';
import { downloadFile } from '#lib/fileWriter.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import type { PaneTable } from '#ui/charts/paneImage.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { CopiedRows } from '#ui/grid/copy/gridCopy.ts';
import { copyText } from '#ui/notices/copyText.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';

const imageCode = new LazyModule(() => import('#ui/charts/paneImage.tsx'), { seldom: true });

export type PaneMenuProps = {
  title: string;
  tabulate: () => Omit<PaneTable, 'title'>;
  source: string;
};

/** Menu (⋯) of a pane: copies its figures as a table or saves them as an image. */
export function PaneMenu({ title, tabulate, source }: PaneMenuProps) {
  const label = `More of ${title}`;
  return (
    <Menu
      label={label}
      align="end"
      rows={[
        { label: 'Copy as table', run: () => void copyText(formatTable(tabulate())) },
        { label: 'Save as image', run: () => void saveImage({ title, ...tabulate() }, source) },
      ]}
      opener={(control) => <IconButton {...control} Icon={IconDots} label={label} />}
    />
  );
}

async function saveImage(table: PaneTable, source: string): Promise<void> {
  try {
    const { createPaneImage } = await imageCode.load();
    downloadFile(`${table.title.toLowerCase().replaceAll(' ', '-')}.png`, await createPaneImage(table, source));
  } catch (error) {
    showToast(`Could not save the image: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function formatTable({ headings, rows }: Omit<PaneTable, 'title'>): string {
  const columns = headings.map((heading, index) => ({
    key: String(index),
    label: heading,
    type: index === 0 ? ('text' as const) : ('number' as const),
  }));
  const copied = new CopiedRows(columns, 'utc');
  for (const row of rows) copied.add(({ key }) => row[Number(key)]);
  return copied.all.text;
}
