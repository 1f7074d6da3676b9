import { IconDots, IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useDeviceList, useDeviceSelection, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { DeviceSearchField } from '#features/devices/filter/ServerFilters.tsx';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { findPageSearchInput } from '#ui/browser/shortcuts.ts';
import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useIsPhone, useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { Toolbar } from '#ui/page/Bars.tsx';
import { CompareSelectedButton, CopySelectedIdsButton, CopySelectedRowsButton } from './SelectionActions.tsx';
import classes from './SelectionToolbar.module.css';

export type SelectionToolbarProps = { exportButton: ReactNode };

const NARROW_QUERY = '(max-width: 1320px)';

export function SelectionToolbar({ exportButton }: SelectionToolbarProps) {
  const { setOnlySelected } = useDevicesPage();
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  const { count, previous, removedCount } = selection;
  const hidden = useHiddenCount(view, selection);
  const Actions = useMedia(NARROW_QUERY) ? NarrowActions : WideActions;
  const restoreCaret = useRestoreSearchCaret();
  const message = `${formatCount(count)} of ${formatCount(view.fleet.count)} selected`;
  useAnnouncement(
    previous || !view.settled
      ? undefined
      : hidden > 0
        ? `${message}, ${formatCount(hidden)} hidden by filters`
        : message,
    'selection',
  );
  return (
    <Toolbar label="Selection" selected>
      <span ref={restoreCaret} className={classes['selected']}>
        {previous ? (
          <b>{`Restoring ${formatCount(previous.count)} selected…`}</b>
        ) : (
          <b>
            <span translate="no">{formatCount(count)}</span>
            {hidden === 0 && <span data-spoken="phone">{` of ${formatCount(view.fleet.count)}`}</span>} selected
          </b>
        )}
        {!previous && hidden > 0 && (
          <>
            {`, ${formatCount(hidden)} hidden`}
            <span className={classes['why']}> by filters</span>
          </>
        )}
        {removedCount > 0 &&
          ` · ${formatCount(removedCount)} previously selected ${removedCount === 1 ? 'is' : 'are'} not in this list`}
      </span>
      <Actions visibleCount={count - hidden} wasTyping={restoreCaret !== undefined} exportButton={exportButton} />
      <IconButton
        Icon={IconX}
        label="Clear the selection"
        shortcut="Esc"
        onClick={() => {
          selection.clear();
          setOnlySelected(false);
        }}
      />
    </Toolbar>
  );
}

type ActionsProps = SelectionToolbarProps & {
  visibleCount: number;
  wasTyping: boolean;
};

function WideActions({ visibleCount, exportButton }: ActionsProps) {
  const { onlySelected, setOnlySelected } = useDevicesPage();
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  return (
    <>
      {selection.count > 0 && (
        <>
          <CompareSelectedButton />
          <CopySelectedIdsButton showsLabel />
          {exportButton}
          <CopySelectedRowsButton rowCount={visibleCount} />
        </>
      )}
      <Button
        variant="plain"
        Icon={IconFilter}
        aria-pressed={onlySelected}
        onClick={() => setOnlySelected(!onlySelected)}
      >
        Show only these
      </Button>
      <Button variant="plain" onClick={() => selection.invert(view.rows)}>
        Invert
      </Button>
      <span className={classes['finder']}>
        <DeviceSearchField />
      </span>
    </>
  );
}

function NarrowActions({ visibleCount, wasTyping, exportButton }: ActionsProps) {
  const { grid, onlySelected, setOnlySelected, setSheet } = useDevicesPage();
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  const { count } = selection;
  const phone = useIsPhone();
  const [searching, setSearching] = useState(wasTyping);
  const copy = () => {
    if (!grid.current?.copySelection(showToast)) showToast(COPYING_FAILED);
  };
  const selectionRows: MenuRow[] = [
    ...(phone ? [{ label: `Export ${formatCount(count)}`, run: () => setSheet('selected') }] : []),
    ...(visibleCount > 0 ? [{ label: `Copy ${formatCount(visibleCount)} as rows`, run: copy }] : []),
  ];
  const rows: MenuRow[] = [
    ...(count > 0 ? selectionRows : []),
    {
      label: 'Show only these',
      checked: onlySelected,
      isCheckbox: true,
      run: () => setOnlySelected(!onlySelected),
    },
    { label: 'Invert', run: () => selection.invert(view.rows) },
    ...(phone
      ? [
          {
            label: 'Search for more',
            checked: searching,
            isCheckbox: true,
            run: () => setSearching(!searching),
          },
        ]
      : []),
  ];
  return (
    <>
      {phone && searching && <DeviceSearchField />}
      {count > 0 && !(phone && searching) && (
        <>
          <CompareSelectedButton />
          <CopySelectedIdsButton showsLabel={false} />
          {!phone && exportButton}
        </>
      )}
      <Menu
        label="More selection actions"
        align="end"
        rows={rows}
        renderTrigger={(control) => <IconButton {...control} Icon={IconDots} label="More selection actions" />}
      />
      {!phone && (
        <span className={classes['finder']}>
          <DeviceSearchField />
        </span>
      )}
    </>
  );
}

/** Number of selected rows that filters hide. Keeps the last number while the view is being filtered. */
function useHiddenCount(view: ViewSnapshot, selection: RowSelection): number {
  const [hidden] = useDerivedState(
    () => 0,
    (known) => (view.settled ? selection.count - selection.countSelected(view.rows) : known),
  );
  return Math.min(hidden, selection.count);
}

function useRestoreSearchCaret(): RefCallback<HTMLElement> | undefined {
  const [typedOn] = useState(() => {
    const before = findPageSearchInput();
    const caret = before === document.activeElement ? before?.selectionStart : undefined;
    if (typeof caret !== 'number') return undefined;
    return (drawn: HTMLElement | null) => {
      const search = drawn && findPageSearchInput();
      search?.focus({ preventScroll: true });
      search?.setSelectionRange(caret, caret);
    };
  });
  return typedOn;
}
