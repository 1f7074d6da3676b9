import type { ComponentProps } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';

type Props = ComponentProps<typeof Button> & { word: string };

export function ToolButton({ word, ...button }: Props) {
  return (
    <Button {...button} look="plain" aria-label={word}>
      <span className={classes['word']}>{word}</span>
    </Button>
  );
}
