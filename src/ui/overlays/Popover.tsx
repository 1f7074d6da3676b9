import { type ReactNode, useState } from 'react';
import { usePageActions } from '#ui/controls/pageActions.ts';
import { type HangingPlace, type OpenerProps, useOpener } from './opener.ts';
import { panel } from './panel.tsx';

const PopoverPanel = panel((panels) => panels.PopoverPanel);

export const preloadPopover = () => PopoverPanel.ahead();

type Props = {
  label: string;
  opener: (control: OpenerProps) => ReactNode;
  /** Controlled open state; uncontrolled without it. */
  held?: readonly [opened: boolean, toggle: (opened: boolean) => void];
  place?: HangingPlace;
  /** Registers the popover in the palette by its label; for those of the whole page. */
  found?: boolean;
  /** Mounted while open. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** Non-modal popover. Escape or an outside click closes it; the click still takes effect. */
export function Popover({ label, opener, held, place = {}, found = false, children }: Props) {
  const own = useState(false);
  const [opened, onToggle] = held ?? own;
  const { hanging, control } = useOpener({ kind: 'dialog', label, opened, onToggle, ahead: PopoverPanel.ahead });
  usePageActions(found ? [{ label, run: () => onToggle(true) }] : []);
  const close = () => onToggle(false);
  return (
    <>
      {opener(control)}
      <PopoverPanel hanging={hanging} opened={opened} onClose={close} place={place}>
        {opened && (typeof children === 'function' ? children(close) : children)}
      </PopoverPanel>
    </>
  );
}
