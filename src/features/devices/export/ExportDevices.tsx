import { IconDownload } from '@tabler/icons-react';
import { useDeviceList, useSelection } from '#features/devices/DevicesPlace.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';

const ExportForm = loaded(async () => (await import('#features/devices/tools.ts')).ExportForm);

export function ExportDevices({ selected = false }: { selected?: boolean }) {
  const { fleet, view, filtering } = useDeviceList();
  const selection = useSelection();
  const { count } = selected ? selection : view.rows;
  if (!fleet) return null;
  const none = count === 0 && (selected || !filtering);
  return (
    <Popover
      label="Export"
      found={!none}
      place={{ width: 420, align: 'end' }}
      opener={(control) => (
        <Button {...control} look="plain" Icon={IconDownload} disabled={none}>
          {selected ? `Export ${formatCount(count)}` : 'Export'}
        </Button>
      )}
    >
      {(close) => <ExportForm selected={selected} onDone={close} />}
    </Popover>
  );
}
