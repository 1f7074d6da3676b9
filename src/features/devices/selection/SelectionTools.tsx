import { IconDots, IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useDeviceList, useDevices, useSelection } from '#features/devices/DevicesPlace.tsx';
import { SearchDevices } from '#features/devices/filter/DeviceSelectors.tsx';
import type { Selection } from '#fleet/shown/selection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { pageSearch } from '#ui/browser/letterKeys.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useMedia, usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { showToast } from '#ui/notices/toast.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { ToolBar } from '#ui/page/Bars.tsx';
import { CompareSelected, CopyIds, CopyRows } from './SelectionActions.tsx';
import classes from './SelectionTools.module.css';

export type SelectionToolsProps = { toFile: ReactNode };

/** Up to this width some actions move into a menu. */
const NARROW = '(max-width: 1320px)';

export function SelectionTools({ toFile }: SelectionToolsProps) {
  const { setOnlySelected } = useDevices();
  const { view } = useDeviceList();
  const selection = useSelection();
  const { count, before, lost } = selection;
  const hidden = useHidden(view, selection);
  const Actions = useMedia(NARROW) ? NarrowActions : WideActions;
  const typedOn = useTypedOn();
  const message = `${formatCount(count)} of ${formatCount(view.fleet.count)} selected`;
  useAnnouncement(
    before || !view.settled
      ? undefined
      : hidden > 0
        ? `${message}, ${formatCount(hidden)} hidden by the filter`
        : message,
    'selection',
  );
  return (
    <ToolBar label="Selection" selected>
      <span ref={typedOn} className={classes['selected']}>
        {before ? (
          <b>{`${formatCount(before.count)} selected before, being looked for …`}</b>
        ) : (
          <b>
            {formatCount(count)}
            {hidden === 0 && <span data-spoken="phone">{` of ${formatCount(view.fleet.count)}`}</span>} selected
          </b>
        )}
        {!before && hidden > 0 && (
          <>
            {`, ${formatCount(hidden)} hidden`}
            <span className={classes['why']}> by the filter</span>
          </>
        )}
        {lost > 0 && ` · ${formatCount(lost)} selected before ${lost === 1 ? 'is' : 'are'} not in this list`}
      </span>
      <Actions shown={count - hidden} typing={typedOn !== undefined} toFile={toFile} />
      <IconButton
        Icon={IconX}
        label="Clear the selection"
        keys="Esc"
        onClick={() => {
          selection.clear();
          setOnlySelected(false);
        }}
      />
    </ToolBar>
  );
}

type ActionsProps = SelectionToolsProps & {
  /** Number of selected rows that are visible. */
  shown: number;
  /** True if the user was typing in the search when the bar appeared. */
  typing: boolean;
};

function WideActions({ shown, toFile }: ActionsProps) {
  const { onlySelected, setOnlySelected } = useDevices();
  const { view } = useDeviceList();
  const selection = useSelection();
  return (
    <>
      {selection.count > 0 && (
        <>
          <CompareSelected />
          <CopyIds words />
          {toFile}
          <CopyRows shown={shown} />
        </>
      )}
      <Button look="plain" Icon={IconFilter} aria-pressed={onlySelected} onClick={() => setOnlySelected(!onlySelected)}>
        Show only these
      </Button>
      <Button look="plain" onClick={() => selection.invert(view.rows)}>
        Invert
      </Button>
      <span className={classes['finder']}>
        <SearchDevices />
      </span>
    </>
  );
}

/** Main actions as buttons, the others in a menu; on a phone a search can replace the buttons. */
function NarrowActions({ shown, typing, toFile }: ActionsProps) {
  const { grid, onlySelected, setOnlySelected, setSheet } = useDevices();
  const { view } = useDeviceList();
  const selection = useSelection();
  const { count } = selection;
  const phone = usePhone();
  const [searching, setSearching] = useState(typing);
  const copy = () => {
    if (!grid.current?.copy(showToast)) showToast('Copying was refused by the browser');
  };
  const withSome: MenuRow[] = [
    ...(phone ? [{ label: `Export ${formatCount(count)}`, run: () => setSheet('selected') }] : []),
    ...(shown > 0 ? [{ label: `Copy ${formatCount(shown)} as rows`, run: copy }] : []),
  ];
  const rows: MenuRow[] = [
    ...(count > 0 ? withSome : []),
    { label: 'Show only these', chosen: onlySelected, toggles: true, run: () => setOnlySelected(!onlySelected) },
    { label: 'Invert', run: () => selection.invert(view.rows) },
    ...(phone
      ? [{ label: 'Search for more', chosen: searching, toggles: true, run: () => setSearching(!searching) }]
      : []),
  ];
  return (
    <>
      {phone && searching && <SearchDevices />}
      {count > 0 && !(phone && searching) && (
        <>
          <CompareSelected />
          <CopyIds words={false} />
          {!phone && toFile}
        </>
      )}
      <Menu
        label="More for the selection"
        align="end"
        rows={rows}
        opener={(control) => <IconButton {...control} Icon={IconDots} label="More for the selection" />}
      />
      {!phone && (
        <span className={classes['finder']}>
          <SearchDevices />
        </span>
      )}
    </>
  );
}

/** Number of selected rows hidden by the filters; keeps the last number while the view is being filtered. */
function useHidden(view: ViewSnapshot, selection: Selection): number {
  const [known, setKnown] = useState(0);
  if (!view.settled) return Math.min(known, selection.count);
  const hidden = selection.count - selection.among(view.rows);
  if (hidden !== known) setKnown(hidden);
  return hidden;
}

/** Restores focus and caret of the search when the selection bar replaces the tool bar. */
function useTypedOn(): RefCallback<HTMLElement> | undefined {
  const [typedOn] = useState(() => {
    const before = pageSearch();
    const caret = before === document.activeElement ? before?.selectionStart : undefined;
    if (typeof caret !== 'number') return undefined;
    return (drawn: HTMLElement | null) => {
      const search = drawn && pageSearch();
      search?.focus({ preventScroll: true });
      search?.setSelectionRange(caret, caret);
    };
  });
  return typedOn;
}
