import { type ReactNode, useState } from 'react';
import { loaded } from '#ui/states/loaded.tsx';
import type { MenuRow } from './MenuPanel.tsx';
import { type OpenerProps, useOpener } from './opener.ts';

export const MenuPanel = loaded(async () => (await import('./panels.ts')).MenuPanel);

type Props = {
  /** Names it for a screen reader. */
  label: string;
  rows: readonly MenuRow[];
  opener: (control: OpenerProps) => ReactNode;
  /** Which edge of the opener it keeps to. */
  align?: 'start' | 'end';
};

/** Actions that hang under their opener; arrow keys and first letters go through them. */
export function Menu({ label, rows, opener, align = 'start' }: Props) {
  const [opened, setOpened] = useState(false);
  const { id, button, control } = useOpener({ kind: 'menu', opened, onToggle: setOpened, ahead: MenuPanel.ahead });
  return (
    <>
      {opener(control)}
      <MenuPanel
        id={id}
        label={label}
        from={button}
        opened={opened}
        onClose={() => setOpened(false)}
        rows={rows}
        align={align}
      />
    </>
  );
}
