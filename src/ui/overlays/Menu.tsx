import { type ReactNode, useState } from 'react';
import type { MenuRow } from './hangingPanels.tsx';
import { type OpenerProps, useOpener } from './opener.ts';
import { panel } from './panel.tsx';

const MenuPanel = panel((panels) => panels.MenuPanel);

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
  const { hanging, control } = useOpener({ kind: 'menu', label, opened, onToggle: setOpened, ahead: MenuPanel.ahead });
  return (
    <>
      {opener(control)}
      <MenuPanel hanging={hanging} opened={opened} onClose={() => setOpened(false)} rows={rows} align={align} />
    </>
  );
}

/** What a menu hangs under, and what it offers. */
export type ContextMenuAt = { element: HTMLElement; label: string; rows: readonly MenuRow[] };

/** Actions for what was clicked with the other button, or asked for by key; the focus goes back to it. */
export function ContextMenu({ at, onClose }: { at: ContextMenuAt | undefined; onClose: () => void }) {
  if (!at) return null;
  const hanging = { id: 'context-menu', label: at.label, from: { current: at.element } };
  return <MenuPanel hanging={hanging} opened onClose={onClose} rows={at.rows} align="start" />;
}
