import { IconDownload } from '@tabler/icons-react';
import { useDeviceList, useDeviceSelection } from '#features/devices/DevicesProvider.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';

const ExportForm = lazyComponent(async () => (await import('#features/devices/lazyPanels.ts')).DeviceExportForm);

export function ExportDevicesButton({ selected = false }: { selected?: boolean }) {
  const { fleet, view, filtering } = useDeviceList();
  const selection = useDeviceSelection();
  const { count } = selected ? selection : view.rows;
  if (!fleet) return null;
  const isEmpty = count === 0 && (selected || !filtering);
  return (
    <Popover
      label="Export"
      inPalette={!isEmpty}
      placement={{ width: 420, align: 'end' }}
      renderTrigger={(control) => (
        <Button {...control} variant="plain" Icon={IconDownload} disabled={isEmpty}>
          {selected ? `Export ${formatCount(count)}` : 'Export'}
        </Button>
      )}
    >
      {(close) => <ExportForm selected={selected} onDone={close} />}
    </Popover>
  );
}
