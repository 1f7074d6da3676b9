import type { Identity } from '#lib/identity.ts';
import classes from './Badge.module.css';

/** A connection at a glance: the first letter of its name on its colour. The name itself stands beside it. */
export function Badge({ name, identity }: { name: string; identity: Identity }) {
  return (
    <span className={classes['badge']} data-identity={identity} aria-hidden>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}
