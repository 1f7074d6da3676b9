import type { ConnectionColor } from '#lib/connectionColor.ts';
import classes from './ConnectionAvatar.module.css';

export function ConnectionAvatar({ name, color }: { name: string; color: ConnectionColor }) {
  return (
    <span
      className={classes['avatar']}
      data-identity={color}
      data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
      aria-hidden
    />
  );
}
