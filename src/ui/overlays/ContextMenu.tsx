import { useLayoutEffect, useRef } from 'react';
import { MenuPanel } from './Menu.tsx';
import type { MenuRow } from './MenuPanel.tsx';

/** What a menu hangs under, and what it offers. */
export type ContextMenuAt = { element: HTMLElement; label: string; rows: readonly MenuRow[] };

/** Actions for what was clicked with the other button, or asked for by key; the focus goes back to it. */
export function ContextMenu({ at, onClose }: { at: ContextMenuAt | undefined; onClose: () => void }) {
  const from = useRef<HTMLElement | null>(null);
  // the document forgets where the focus was
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (at) from.current = at.element;
    else if (activeElement === document.body || activeElement?.closest('[role="menu"]')) from.current?.focus();
  }, [at]);
  if (!at) return null;
  return (
    <MenuPanel
      id="context-menu"
      label={at.label}
      from={{ current: at.element }}
      opened
      onClose={onClose}
      rows={at.rows}
      align="start"
    />
  );
}
