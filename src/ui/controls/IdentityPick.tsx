import { useId } from 'react';
import { CONNECTION_COLORS, type ConnectionColor } from '#lib/connectionColor.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './IdentityPick.module.css';

type Props = { label: string; value: ConnectionColor; onPick: (identity: ConnectionColor) => void };

export function IdentityPick({ label, value, onPick }: Props) {
  const name = useId();
  return (
    <div className={`${classes['colours']} ${shared['tight']}`} role="radiogroup" aria-label={label}>
      {CONNECTION_COLORS.map((identity) => (
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
