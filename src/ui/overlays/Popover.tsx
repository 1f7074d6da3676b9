import type { ReactNode } from 'react';
import { type HangingPlace, type OpenerProps, useOpener } from './opener.ts';
import { panel } from './panel.tsx';

const PopoverPanel = panel((panels) => panels.PopoverPanel);

type Props = {
  /** Names it for a screen reader. */
  label: string;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  opener: (control: OpenerProps) => ReactNode;
  place?: HangingPlace;
  children: ReactNode;
};

/** What hangs under its opener without a scrim. Escape or a click elsewhere closes it, and that click does its own too. */
export function Popover({ label, opened, onToggle, opener, place = {}, children }: Props) {
  const { hanging, control } = useOpener({ kind: 'dialog', label, opened, onToggle, ahead: PopoverPanel.ahead });
  return (
    <>
      {opener(control)}
      <PopoverPanel hanging={hanging} opened={opened} onClose={() => onToggle(false)} place={place}>
        {children}
      </PopoverPanel>
    </>
  );
}
