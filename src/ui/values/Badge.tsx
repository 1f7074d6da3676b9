import type { ConnectionColor } from '#lib/connectionColor.ts';
import classes from './Badge.module.css';

/** Initial of a connection on its colour; hidden from screen readers, as the name is beside it. */
export function Badge({ name, identity }: { name: string; identity: ConnectionColor }) {
  return (
    <span
      className={classes['badge']}
      data-identity={identity}
      data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
      aria-hidden
    />
  );
}
