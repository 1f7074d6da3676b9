import { useId } from 'react';
import { IDENTITIES, type Identity } from '#lib/identity.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './IdentityPick.module.css';

type Props = { label: string; value: Identity; onPick: (identity: Identity) => void };

/** One of the colours that tell things apart. */
export function IdentityPick({ label, value, onPick }: Props) {
  const name = useId();
  return (
    <div className={`${classes['colours']} ${shared['tight']}`} role="radiogroup" aria-label={label}>
      {IDENTITIES.map((identity) => (
        <label key={identity} className={classes['colour']} data-identity={identity} data-tip={identity}>
          <input
            className={shared['cover']}
            type="radio"
            name={name}
            aria-label={identity}
            checked={identity === value}
            onChange={() => onPick(identity)}
          />
        </label>
      ))}
    </div>
  );
}
