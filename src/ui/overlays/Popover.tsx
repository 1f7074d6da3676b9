import type { ReactNode } from 'react';
import { loaded } from '#ui/states/loaded.tsx';
import { type OpenerProps, useOpener } from './opener.ts';

const PopoverPanel = loaded(async () => (await import('./panels.ts')).PopoverPanel);

type Props = {
  /** Names it for a screen reader. */
  label: string;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  opener: (control: OpenerProps) => ReactNode;
  /** In px; on a phone it is a sheet as wide as the screen. */
  width?: number;
  /** Which edge of the opener it keeps to. */
  align?: 'start' | 'end';
  children: ReactNode;
};

/** What hangs under its opener without a scrim. Escape or a click elsewhere closes it, and that click does its own too. */
export function Popover({ label, opened, onToggle, opener, width, align = 'start', children }: Props) {
  const { id, button, control } = useOpener({ kind: 'dialog', opened, onToggle, ahead: PopoverPanel.ahead });
  return (
    <>
      {opener(control)}
      <PopoverPanel
        id={id}
        label={label}
        from={button}
        opened={opened}
        onClose={() => onToggle(false)}
        width={width}
        align={align}
      >
        {children}
      </PopoverPanel>
    </>
  );
}
