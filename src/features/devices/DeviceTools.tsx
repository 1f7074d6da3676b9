import { IconArrowRight, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { DeviceColumns } from '#features/devices/columns/DeviceColumns.tsx';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { ExportDevices } from '#features/devices/export/ExportDevices.tsx';
import { DeviceFilter } from '#features/devices/filter/DeviceFilter.tsx';
import { DeviceSelectors } from '#features/devices/filter/DeviceSelectors.tsx';
import { SearchDevices } from '#features/devices/filter/SearchDevices.tsx';
import { SelectionBar } from '#features/devices/selection/SelectionBar.tsx';
import { formatCount } from '#lib/counts.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ToolBar } from '#ui/page/Bars.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import classes from './DevicesPage.module.css';
import { useDeviceList, useDevices } from './DevicesPlace.tsx';

const DeviceSheet = loaded(async () => (await import('./tools.ts')).DeviceSheet);

/** What the list is asked for and shown with, or what can be done with the devices selected in it. */
export function DeviceTools() {
  return (
    <>
      <SelectionBar toFile={<ExportDevices selected />}>
        <DevicesBar />
      </SelectionBar>
      <OpenSheet />
    </>
  );
}

/** What the service is asked for, then what is shown of its answer; each ends in its own count. */
function DevicesBar() {
  const phone = usePhone();
  return (
    <ToolBar label="Devices shown">
      <span className={classes['service']}>
        <DeviceSelectors />
        <Sent />
        <span className={classes['rule']} />
      </span>
      <span className={classes['word']}>Show</span>
      <SearchDevices />
      <DeviceFilter />
      <Shown />
      {!phone && (
        <span className={classes['tools']}>
          <ExportDevices />
          <DeviceColumns />
          <CompactRows />
        </span>
      )}
    </ToolBar>
  );
}

function Sent() {
  const { fleet } = useDeviceList();
  return fleet && <Answer count={fleet.count} />;
}

function Shown() {
  const { fleet, view } = useDeviceList();
  return fleet && <Answer count={view.rows.count} most={fleet.count} strong />;
}

/** Said aloud once, by the page's count. As wide as its `most`: what stands beside it stays where it is while one types. */
function Answer({ count, most = count, strong = false }: { count: number; most?: number; strong?: boolean }) {
  return (
    <span className={classes['answer']} data-strong={strong || undefined} aria-hidden>
      <IconArrowRight size={16} stroke={1.5} aria-hidden />
      <span style={{ minWidth: `${formatCount(most).length}ch` }}>{formatCount(count)}</span>
    </span>
  );
}

function CompactRows() {
  const [compact, setCompact] = useSetting(compactRows);
  const Icon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <IconButton label="Compact rows" aria-pressed={compact} onClick={() => setCompact(!compact)}>
      <Icon size={16} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

/** What a phone has no room for in its bar. */
function OpenSheet() {
  const { sheet } = useDevices();
  return sheet && <DeviceSheet sheet={sheet} />;
}
