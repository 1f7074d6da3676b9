import type { ReactNode } from 'react';
import { Group } from '#ui/controls/Group.tsx';
import classes from './Bars.module.css';

/** What a page is asked and shown with, in one line of 46 px. `selected` stands for what a selection can do instead. */
export function ToolBar({
  label,
  selected = false,
  children,
}: {
  label: string;
  selected?: boolean;
  children: ReactNode;
}) {
  return (
    <Group className={classes['tools']} aria-label={label} data-selected={selected || undefined}>
      {children}
    </Group>
  );
}
