import type { ComponentProps } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';

type Props = ComponentProps<typeof Button> & { label: string };

export function ToolbarButton({ label, ...button }: Props) {
  return (
    <Button {...button} variant="plain" aria-label={label}>
      <span className={classes['word']}>{label}</span>
    </Button>
  );
}
