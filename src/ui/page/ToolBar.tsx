import type { ReactNode } from 'react';
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws itself
    <div className={classes['tools']} role="group" aria-label={label} data-selected={selected || undefined}>
      {children}
    </div>
  );
}
