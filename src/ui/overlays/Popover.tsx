import { type ReactNode, useState } from 'react';
import { usePageActions } from '#ui/controls/pageActions.ts';
import { type HangingPlace, type OpenerProps, useOpener } from './opener.ts';
import { panel } from './panel.tsx';

const PopoverPanel = panel((panels) => panels.PopoverPanel);

type Props = {
  /** Names it for a screen reader. */
  label: string;
  opener: (control: OpenerProps) => ReactNode;
  /** Whether it is open and what toggles it, where others do that too; else it knows itself. */
  held?: readonly [opened: boolean, toggle: (opened: boolean) => void];
  place?: HangingPlace;
  /** Whether the palette finds it, by its label: one that belongs to the page as a whole. */
  found?: boolean;
  /** Drawn while it is open. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** What hangs under its opener without a scrim. Escape or a click elsewhere closes it, and that click does its own too. */
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
