import type { ConnectionColor } from '#lib/connectionColor.ts';
import classes from './ConnectionAvatar.module.css';

/** Initial of a connection on its colour; hidden from screen readers, as the name is beside it. */
export function ConnectionAvatar({ name, identity: color }: { name: string; identity: ConnectionColor }) {
  return (
    <span
      className={classes['avatar']}
      data-identity={color}
      data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
      aria-hidden
    />
  );
}
