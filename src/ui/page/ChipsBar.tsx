import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Group } from '#ui/controls/Group.tsx';
import classes from './Bars.module.css';

/** What is chosen, one chip each, in a line of 36 px that is there only while there are any. */
export function ChipsBar({ label, onClear, children }: { label: string; onClear: () => void; children: ReactNode }) {
  return (
    <Group className={classes['chips']} aria-label={label}>
      {children}
      <Button look="link" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  );
}
