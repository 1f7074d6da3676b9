import type { ConnectionColor } from '#lib/connectionColor.ts';
import classes from './Badge.module.css';

/** A connection at a glance: the first letter of its name on its colour. It is no text, as the name itself stands beside it. */
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
