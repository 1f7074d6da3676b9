import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import type { ExportFormProps } from './ExportForm.tsx';
import { type DeviceExport, useExportState } from './useDeviceExport.ts';

const ExportForm = loaded(async () => (await import('#features/devices/tools.ts')).ExportForm);

const ExportProgress = loaded(async () => (await import('#features/devices/tools.ts')).ExportProgress);

type Props = Omit<ExportFormProps, 'onDone'> & {
  /** Says the number, in the bar of a selection. */
  counted?: boolean;
};

/** The way to a file of the rows that are shown, or of those that are selected. */
export function ExportDevices({ counted = false, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  const { work, count } = props;
  const running = useExportState(work).kind === 'running';
  return (
    <Popover
      label="Export"
      opened={opened}
      onToggle={setOpened}
      place={{ width: 420, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          aria-label={counted ? undefined : 'Export'}
          icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
          disabled={running || count === 0}
        >
          {counted ? `Export ${formatCount(count)}` : ''}
        </Button>
      )}
    >
      <ExportForm {...props} onDone={() => setOpened(false)} />
    </Popover>
  );
}

/** An export at work, or what the last one wrote. */
export function ExportStatus({ work }: { work: DeviceExport }) {
  return useExportState(work).kind === 'idle' ? null : <ExportProgress work={work} />;
}
