import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Bars.module.css';

type ToolbarProps = { label: string; selected?: boolean; children: ReactNode };

export function Toolbar({ label, selected = false, children }: ToolbarProps) {
  return (
    <LabeledGroup
      className={`${classes['tools']} ${shared['row']}`}
      aria-label={label}
      data-pane
      data-selected={selected || undefined}
    >
      {children}
    </LabeledGroup>
  );
}

export function FilterChipsBar({
  label,
  onClear,
  children,
}: {
  label: string;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <LabeledGroup className={`${classes['chips']} ${shared['row']}`} aria-label={label}>
      {children}
      <Button variant="link" onClick={onClear}>
        Clear all
      </Button>
    </LabeledGroup>
  );
}

type StatusBarProps = {
  aside?: ReactNode;
  wraps?: boolean;
  children: ReactNode;
};

export function StatusBar({ aside, wraps = false, children }: StatusBarProps) {
  return (
    <div
      className={`${classes['status']} ${shared['footer']} ${shared['row']} ${shared['small']}`}
      data-wraps={wraps || undefined}
    >
      {wraps ? <span>{children}</span> : children}
      {aside !== undefined && <span className={classes['end']}>{aside}</span>}
    </div>
  );
}
