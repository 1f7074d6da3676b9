import { IconDots } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { downloadBlob } from '#lib/fileWriter.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { formatTime } from '#lib/time/time.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import type { PaneTable } from '#ui/charts/renderPanePng.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { createPinRequests, PIN_LABEL, type PinRequest } from '#ui/controls/pinRequests.ts';
import { ClipboardTableBuilder } from '#ui/grid/copy/clipboardTableBuilder.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';

/** Time at which the summarized list was fetched, in ms since 1970. */
export const FetchedAtContext = createContext(0);

export function OverviewPaneMenu(props: Omit<PaneMenuProps, 'source'>) {
  const { name } = useCurrentConnection();
  const fetchedAt = use(FetchedAtContext);
  return <PaneMenu {...props} source={`${name} · as of ${formatTime(fetchedAt, 'local', 0) ?? 'now'}`} />;
}

const imageModule = new LazyModule(() => import('#ui/charts/renderPanePng.tsx'), { seldom: true });

type PaneMenuProps = {
  title: string;
  createTable: () => Omit<PaneTable, 'title'>;
  pin: PinRequest;
  source: string;
};

function PaneMenu({ title, createTable, pin, source }: PaneMenuProps) {
  const pins = useService(createPinRequests);
  const label = `More actions for ${title}`;
  return (
    <Menu
      label={label}
      align="end"
      rows={[
        { label: PIN_LABEL, run: () => pins.set(pin) },
        { label: 'Copy as table', run: () => void copyToClipboard(formatTable(createTable())) },
        { label: 'Save as image', run: () => void saveImage({ title, ...createTable() }, source) },
      ]}
      renderTrigger={(control) => <IconButton {...control} Icon={IconDots} label={label} />}
    />
  );
}

async function saveImage(table: PaneTable, source: string): Promise<void> {
  try {
    const { renderPanePng } = await imageModule.load();
    downloadBlob(`${table.title.toLowerCase().replaceAll(' ', '-')}.png`, await renderPanePng(table, source));
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
  const copied = new ClipboardTableBuilder(columns, 'utc');
  for (const row of rows) copied.addRow(({ key }) => row[Number(key)]);
  return copied.table.text;
}
