import { type ReactNode, useState } from 'react';
import type { MenuRow } from './hangingPanels.tsx';
import { type OpenerProps, useOpener } from './opener.ts';
import { panel } from './panel.tsx';

const MenuPanel = panel((panels) => panels.MenuPanel);

type Props = {
  label: string;
  rows: readonly MenuRow[];
  opener: (control: OpenerProps) => ReactNode;
  /** Edge of the trigger to align with. */
  align?: 'start' | 'end';
};

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

export type ContextMenuAt = { element: HTMLElement; label: string; rows: readonly MenuRow[] };

export function ContextMenu({ at, onClose }: { at: ContextMenuAt | undefined; onClose: () => void }) {
  if (!at) return null;
  const hanging = { id: 'context-menu', label: at.label, from: { current: at.element } };
  return <MenuPanel hanging={hanging} opened onClose={onClose} rows={at.rows} align="start" />;
}
