import { IconArrowRight, IconBaselineDensityMedium, IconBaselineDensitySmall, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { useColumnsOffered } from '#features/devices/columns/useDeviceColumns.ts';
import { ExportDevices } from '#features/devices/export/ExportDevices.tsx';
import { DeviceSelectors, SearchDevices } from '#features/devices/filter/DeviceSelectors.tsx';
import type { SelectionToolsProps } from '#features/devices/selection/SelectionTools.tsx';
import { CHECK } from '#fleet/model/joined.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import { useNarrow, usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { ToolBar } from '#ui/page/Bars.tsx';
import { loaded, useLater } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DevicesPage.module.css';
import { useDeviceList, useDevices, useSelection } from './DevicesPlace.tsx';

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
  const [narrow, phone] = [useNarrow(), usePhone()];
  return (
    <ToolBar label="Devices shown">
      <span className={classes['service']}>
        <DeviceSelectors />
        <Sent />
        <span className={classes['rule']} />
      </span>
      <span className={`${classes['word']} ${shared['muted']}`}>Show</span>
      <SearchDevices />
      <DeviceFilter />
      <Shown />
      {!phone && (
        <span className={`${classes['tools']} ${shared['tight']}`}>
          <ExportDevices />
          {!narrow && (
            <>
              <DeviceColumns />
              <CompactRows />
            </>
          )}
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
  const { fleet, view, filtering } = useDeviceList();
  return fleet && <Answer count={filtering ? undefined : view.rows.count} most={fleet.count} strong />;
}

type AnswerProps = {
  /** Left out while it is not known. */
  count: number | undefined;
  most?: number | undefined;
  strong?: boolean;
};

/** Said aloud once, by the page's count. As wide as its `most`: what stands beside it stays where it is while one types. */
function Answer({ count, most = count, strong = false }: AnswerProps) {
  return (
    <span className={`${classes['answer']} ${shared['inline']}`} data-strong={strong || undefined} aria-hidden>
      <IconArrowRight size={16} stroke={1.5} aria-hidden />
      <span style={{ minWidth: `${formatCount(most ?? 0).length}ch` }}>
        {count === undefined ? '…' : formatCount(count)}
      </span>
    </span>
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

/** What a narrower bar has no room for. */
function OpenSheet() {
  const { sheet } = useDevices();
  return sheet && <DeviceSheet sheet={sheet} />;
}

const tools = new LazyModule(async () => (await import('./tools.ts')).SelectionTools);

/** What can be done with the devices selected, in the place of the tool bar; nothing moves. */
function SelectionBar({ toFile, children }: SelectionToolsProps & { children: ReactNode }) {
  const { onlySelected } = useDevices();
  const { count, before, lost } = useSelection();
  const wanted = count > 0 || onlySelected || before !== undefined || lost > 0;
  const { code: Tools } = useLater(tools, wanted);
  // until they are there the tool bar stays as it is, with whatever is being typed in it
  return wanted && Tools ? <Tools toFile={toFile} /> : children;
}

const FilterPanel = loaded(async () => (await import('./tools.ts')).FilterPanel);

/** Fields that are searched more often than filtered by: the last ones to choose from. */
const LAST = ['name', 'deviceID'];

/** The one way to filter in the browser: fields, and how many rows each of their values would show. */
function DeviceFilter() {
  const { fields, filters, facet, setFacet } = useDevices();
  const filtered = useMemo(
    () => [...fields.all.filter((field) => !LAST.includes(field)), CHECK, ...LAST],
    [fields.all],
  );
  useLetterKeys({ f: () => setFacet(filtered[0]) });
  const count = Object.keys(filters.facets).length + Object.keys(filters.ranges).length;
  return (
    <Popover
      label="Filter"
      found
      held={[facet !== undefined, (open) => setFacet(open ? filtered[0] : undefined)]}
      place={{ width: 460 }}
      opener={(control) => (
        <Button {...control} Icon={IconPlus} aria-keyshortcuts="F">
          Filter
          {count > 0 && <b>{count}</b>}
        </Button>
      )}
    >
      {facet !== undefined && <FilterPanel fields={filtered} field={facet} />}
    </Popover>
  );
}
