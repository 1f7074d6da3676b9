import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { useColumnsOffered } from '#features/devices/columns/useDeviceColumns.ts';
import { ExportDevices } from '#features/devices/export/ExportDevices.tsx';
import { DeviceSelectors, SearchDevices } from '#features/devices/filter/DeviceSelectors.tsx';
import type { SelectionToolsProps } from '#features/devices/selection/SelectionTools.tsx';
import { CHECK } from '#fleet/model/joined.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import { useNarrow, usePhone, useWide } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { LoadingInput } from '#ui/inputs/LoadingInput.tsx';
import { Popover, preloadPopover } from '#ui/overlays/Popover.tsx';
import { ToolBar } from '#ui/page/Bars.tsx';
import { loaded, useLater } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DevicesPage.module.css';
import { useDevices, useSelection } from './DevicesPlace.tsx';

const DeviceSheet = loaded(async () => (await import('./tools.ts')).DeviceSheet);

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

function DevicesBar() {
  const [narrow, phone, wide] = [useNarrow(), usePhone(), useWide()];
  return (
    <ToolBar label="Devices shown">
      <span className={classes['service']}>
        <DeviceSelectors />
        <span className={classes['rule']} />
      </span>
      <span className={`${classes['word']} ${shared['muted']}`}>Show</span>
      <SearchDevices />
      <DeviceFilter />
      {!phone && (
        <span className={`${classes['tools']} ${shared['tight']}`}>
          <ExportDevices />
          {!narrow && <DeviceColumns />}
          {wide && <CompactRows />}
        </span>
      )}
    </ToolBar>
  );
}

function DeviceColumns() {
  return <ColumnsMenu columns={useColumnsOffered()} />;
}

function CompactRows() {
  const [compact, setCompact] = useSetting(compactRows);
  const Icon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return <IconButton Icon={Icon} label="Compact rows" aria-pressed={compact} onClick={() => setCompact(!compact)} />;
}

function OpenSheet() {
  const { sheet } = useDevices();
  return sheet && <DeviceSheet sheet={sheet} />;
}

const tools = new LazyModule(async () => (await import('./tools.ts')).SelectionTools);

/** Replaces the tool bar by the selection's actions, without layout shift. */
function SelectionBar({ toFile, children }: SelectionToolsProps & { children: ReactNode }) {
  const { onlySelected } = useDevices();
  const { count, before, lost } = useSelection();
  const wanted = count > 0 || onlySelected || before !== undefined || lost > 0;
  const { code: Tools } = useLater(tools, wanted);
  // until their code is loaded the tool bar stays, with the text typed in it
  return wanted && Tools ? <Tools toFile={toFile} /> : children;
}

const FilterPanel = loaded(async () => (await import('./tools.ts')).FilterPanel);

/** The filter opens once all of its code is loaded; if that fails, its parts report it. */
const filterCode = new LazyModule(() => Promise.all([FilterPanel.ahead(), preloadPopover()]), { seldom: true });

/** Fields that are searched more often than filtered by; offered last. */
const LAST = ['name', 'deviceID'];

function DeviceFilter() {
  const { fields, filters, facet, setFacet } = useDevices();
  const filtered = useMemo(
    () => [...fields.all.filter((field) => !LAST.includes(field)), CHECK, ...LAST],
    [fields.all],
  );
  const wanted = facet !== undefined;
  const { code, failure } = useLater(filterCode, wanted);
  const opened = wanted && (code !== undefined || failure !== undefined);
  const [typed, setTyped] = useState('');
  const [drawn, setDrawn] = useState(false);
  const open = (field: string | undefined) => {
    setTyped('');
    setFacet(field);
  };
  useLetterKeys({ f: () => open(filtered[0]) });
  const count = Object.keys(filters.facets).length + Object.keys(filters.ranges).length;
  return (
    <>
      <Popover
        label="Filter"
        found
        held={[opened, (toOpen) => open(toOpen ? filtered[0] : undefined)]}
        place={{ width: 460 }}
        opener={(control) => (
          <Button {...control} Icon={IconPlus} aria-keyshortcuts="F">
            Filter
            {count > 0 && <b>{count}</b>}
          </Button>
        )}
      >
        {wanted && <FilterPanel fields={filtered} field={facet} typed={typed} onDrawn={setDrawn} />}
      </Popover>
      {wanted && !drawn && !failure && (
        <LoadingInput label="Filter, loading" onType={setTyped} onEscape={() => open(undefined)} />
      )}
    </>
  );
}
