import { type ReactNode, useState } from 'react';
import { lazyOverlay } from './lazyOverlay.tsx';
import type { MenuRow } from './popovers.tsx';
import { type OverlayTriggerProps, useOverlayTrigger } from './useOverlayTrigger.ts';

const MenuPanel = lazyOverlay((panels) => panels.MenuPanel);

type Props = {
  label: string;
  rows: readonly MenuRow[];
  renderTrigger: (control: OverlayTriggerProps) => ReactNode;
  align?: 'start' | 'end';
};

export function Menu({ label, rows, renderTrigger, align = 'start' }: Props) {
  const [opened, setOpened] = useState(false);
  const { hanging, control } = useOverlayTrigger({
    kind: 'menu',
    label,
    isOpen: opened,
    onToggle: setOpened,
    preload: MenuPanel.preload,
  });
  return (
    <>
      {renderTrigger(control)}
      <MenuPanel anchor={hanging} opened={opened} onClose={() => setOpened(false)} rows={rows} align={align} />
    </>
  );
}

export type OpenContextMenu = { element: HTMLElement; label: string; rows: readonly MenuRow[] };

export function ContextMenu({ target, onClose }: { target: OpenContextMenu | undefined; onClose: () => void }) {
  if (!target) return null;
  const hanging = { id: 'context-menu', label: target.label, triggerRef: { current: target.element } };
  return <MenuPanel anchor={hanging} opened onClose={onClose} rows={target.rows} align="start" />;
}
