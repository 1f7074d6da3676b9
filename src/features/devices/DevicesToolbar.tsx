import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconDownload, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { FAILED_CHECKS_FIELD } from '#contract/device.ts';
import { compactRowsSetting } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumnOptions } from '#features/devices/columns/useDeviceColumns.tsx';
import { DeviceSearchField, ServerFilters } from '#features/devices/filter/ServerFilters.tsx';
import type { SelectionToolbarProps } from '#features/devices/selection/SelectionToolbar.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { useIsNarrowScreen, useIsPhone, useIsWideScreen } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { TypingBufferInput } from '#ui/inputs/TypingBufferInput.tsx';
import { Popover, preloadPopover } from '#ui/overlays/Popover.tsx';
import { Toolbar } from '#ui/page/Bars.tsx';
import { lazyComponent, useLazyModule } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DevicesPage.module.css';
import { useDeviceList, useDeviceSelection, useDevicesPage } from './DevicesProvider.tsx';

const DeviceSheet = lazyComponent(async () => (await import('./lazyPanels.ts')).MobileToolsSheet);
const ExportForm = lazyComponent(async () => (await import('./lazyPanels.ts')).DeviceExportForm);

export function DevicesToolbar() {
  return (
    <>
      <SelectionToolbarSwitch exportButton={<ExportDevicesButton selected />}>
        <FilterToolbar />
      </SelectionToolbarSwitch>
      <OpenMobileSheet />
    </>
  );
}

function FilterToolbar() {
  const [narrow, phone, wide] = [useIsNarrowScreen(), useIsPhone(), useIsWideScreen()];
  return (
    <Toolbar label="Devices shown">
      <span className={classes['service']}>
        <ServerFilters />
        <span className={classes['rule']} />
      </span>
      <span className={`${classes['word']} ${shared['muted']}`}>Show</span>
      <DeviceSearchField />
      <FilterButton />
      {!phone && (
        <span className={`${classes['tools']} ${shared['denseRow']}`}>
          <ExportDevicesButton />
          {!narrow && <ColumnsButton />}
          {wide && <CompactRowsToggle />}
        </span>
      )}
    </Toolbar>
  );
}

function ColumnsButton() {
  return <ColumnsMenu columns={useDeviceColumnOptions()} />;
}

function CompactRowsToggle() {
  const [compact, setCompact] = useSetting(compactRowsSetting);
  const Icon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return <IconButton Icon={Icon} label="Compact rows" aria-pressed={compact} onClick={() => setCompact(!compact)} />;
}

function OpenMobileSheet() {
  const { sheet } = useDevicesPage();
  return sheet && <DeviceSheet sheet={sheet} />;
}

const selectionToolbar = new LazyModule(async () => (await import('./lazyPanels.ts')).SelectionToolbar);

/** Replaces the toolbar with the actions for the selection, without layout shift. */
function SelectionToolbarSwitch({ exportButton, children }: SelectionToolbarProps & { children: ReactNode }) {
  const { onlySelected } = useDevicesPage();
  const { count, previous, removedCount } = useDeviceSelection();
  const isShown = count > 0 || onlySelected || previous !== undefined || removedCount > 0;
  const { code: Tools } = useLazyModule(selectionToolbar, isShown);
  // until their code is loaded the toolbar stays, with the text typed in it
  return isShown && Tools ? <Tools exportButton={exportButton} /> : children;
}

const FilterPanel = lazyComponent(async () => (await import('./lazyPanels.ts')).FilterPanel);

/** Code of the filter panel, which opens after all of it has loaded. If loading fails, its parts report the error. */
const filterCode = new LazyModule(() => Promise.all([FilterPanel.preload(), preloadPopover()]), { seldom: true });

/** Fields that are more often searched than filtered by. They are listed last. */
const LAST_FIELDS = ['name', 'deviceID'];

function FilterButton() {
  const { fields, filters, facet, setFacet } = useDevicesPage();
  const filtered = useMemo(
    () => [...fields.all.filter((field) => !LAST_FIELDS.includes(field)), FAILED_CHECKS_FIELD, ...LAST_FIELDS],
    [fields.all],
  );
  const wanted = facet !== undefined;
  const { code, failure } = useLazyModule(filterCode, wanted);
  const opened = wanted && (code !== undefined || failure !== undefined);
  const [typed, setTyped] = useState('');
  const open = (field: string | undefined) => {
    setTyped('');
    setFacet(field);
  };
  useShortcuts({ f: () => open(filtered[0]) });
  const count = Object.keys(filters.facets).length + Object.keys(filters.ranges).length;
  return (
    <>
      <Popover
        label="Filter"
        inPalette
        controlledState={[opened, (toOpen) => open(toOpen ? filtered[0] : undefined)]}
        placement={{ width: 460 }}
        renderTrigger={(control) => (
          <Button {...control} Icon={IconPlus} aria-keyshortcuts="F">
            Filter
            {count > 0 && <b>{count}</b>}
          </Button>
        )}
      >
        {wanted && <FilterPanel fields={filtered} field={facet} typed={typed} />}
      </Popover>
      {wanted && !opened && (
        <TypingBufferInput label="Filter, loading" onType={setTyped} onEscape={() => open(undefined)} />
      )}
    </>
  );
}

function ExportDevicesButton({ selected = false }: { selected?: boolean }) {
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
