import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Group } from '#ui/controls/Group.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Bars.module.css';

type ToolBarProps = { label: string; selected?: boolean; children: ReactNode };

/** What a page is asked and shown with, in one line of 46 px. `selected` stands for what a selection can do instead. */
export function ToolBar({ label, selected = false, children }: ToolBarProps) {
  return (
    <Group
      className={`${classes['tools']} ${shared['row']}`}
      aria-label={label}
      data-pane
      data-selected={selected || undefined}
    >
      {children}
    </Group>
  );
}

/** What is chosen, one chip each, in a line of 36 px that is there only while there are any. */
export function ChipsBar({ label, onClear, children }: { label: string; onClear: () => void; children: ReactNode }) {
  return (
    <Group className={`${classes['chips']} ${shared['row']}`} aria-label={label}>
      {children}
      <Button look="link" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  );
}

type StatusLineProps = {
  aside?: ReactNode;
  /** On a phone it takes a second line before words are cut. */
  wraps?: boolean;
  children: ReactNode;
};

/** The last line of a page, 28 px: what is in view and in which order; at its right, quietly, bytes and time. */
export function StatusLine({ aside, wraps = false, children }: StatusLineProps) {
  return (
    <div
      className={`${classes['status']} ${shared['foot']} ${shared['row']} ${shared['small']}`}
      data-wraps={wraps || undefined}
    >
      {wraps ? <span>{children}</span> : children}
      {aside !== undefined && <span className={classes['end']}>{aside}</span>}
    </div>
  );
}
