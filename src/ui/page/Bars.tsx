import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Group } from '#ui/controls/Group.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Bars.module.css';

type ToolBarProps = { label: string; selected?: boolean; children: ReactNode };

/** Toolbar of a page, 46 px high. `selected` marks the toolbar of a selection. */
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

/** Active filters as chips, 36 px high. */
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
  /** Wraps instead of truncating. */
  wraps?: boolean;
  children: ReactNode;
};

/** Status bar of a page, 28 px high. */
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
