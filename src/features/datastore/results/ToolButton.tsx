import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';

type Props = Omit<ComponentProps<typeof Button>, 'icon'> & { word: string; Icon: TablerIcon };

/** A tool by its icon and a word, which makes room where it is narrow. */
export function ToolButton({ word, Icon, ...button }: Props) {
  return (
    <Button {...button} look="plain" aria-label={word} icon={<Icon size={16} stroke={1.5} aria-hidden />}>
      <span className={classes['word']}>{word}</span>
    </Button>
  );
}
