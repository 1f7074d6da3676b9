import { IconSquareRotatedFilled } from '@tabler/icons-react';
import classes from './ComparePage.module.css';

/** Marks a value that is unlike most of the others, also where colors are not shown. Without a label words stand beside it. */
export function UnlikeIcon({ label }: { label?: string }) {
  return (
    <IconSquareRotatedFilled
      className={classes['unlike']}
      size={10}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
