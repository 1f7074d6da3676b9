import { IconSquareRotatedFilled } from '@tabler/icons-react';
import classes from './ComparePage.module.css';

/** Marks a value unlike most others by shape, for forced colors. Without a label it needs text beside it. */
export function OutlierIcon({ label }: { label?: string }) {
  return (
    <IconSquareRotatedFilled
      className={classes['outlier']}
      size={10}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
