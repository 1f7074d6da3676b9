import type { ComponentProps } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';

type Props = ComponentProps<typeof Button> & { word: string };

/** A tool by its icon and a word, which makes room where it is narrow. */
export function ToolButton({ word, ...button }: Props) {
  return (
    <Button {...button} look="plain" aria-label={word}>
      <span className={classes['word']}>{word}</span>
    </Button>
  );
}
