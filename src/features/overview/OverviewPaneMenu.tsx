import { IconDots } from '@tabler/icons-react';
import { useService } from '#services/ServicesProvider.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { createPinRequestStore, PIN_LABEL, type PinRequest } from '#ui/controls/pinRequestStore.ts';
import { ClipboardTableBuilder } from '#ui/grid/copy/clipboardTableBuilder.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { Menu } from '#ui/overlays/Menu.tsx';

export type PaneTable = {
  headings: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

type Props = { title: string; createTable: () => PaneTable; pin: PinRequest };

export function OverviewPaneMenu({ title, createTable, pin }: Props) {
  const pins = useService(createPinRequestStore);
  const label = `More actions for ${title}`;
  return (
    <Menu
      label={label}
      align="end"
      rows={[
        { label: PIN_LABEL, run: () => pins.set(pin) },
        { label: 'Copy as table', run: () => void copyToClipboard(formatTable(createTable())) },
      ]}
      renderTrigger={(control) => <IconButton {...control} Icon={IconDots} label={label} />}
    />
  );
}

function formatTable({ headings, rows }: PaneTable): string {
  const columns = headings.map((heading, index) => ({
    key: String(index),
    label: heading,
    type: index === 0 ? ('text' as const) : ('number' as const),
  }));
  const copied = new ClipboardTableBuilder(columns, 'utc');
  for (const row of rows) copied.addRow(({ key }) => row[Number(key)]);
  return copied.table.text;
}
