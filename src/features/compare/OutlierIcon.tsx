import { IconSquareRotatedFilled } from '@tabler/icons-react';
import classes from './ComparePage.module.css';

/** Icon for an outlier, a value unlike most others. Its shape stays visible in forced colors mode. */
export function OutlierIcon({ label }: { label?: string }) {
  return (
    <IconSquareRotatedFilled
      className={classes['outlier']}
      size={10}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
