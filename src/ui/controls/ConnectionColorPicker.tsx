import { useId } from 'react';
import { CONNECTION_COLORS, type ConnectionColor } from '#lib/connectionColor.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ConnectionColorPicker.module.css';

type Props = { label: string; value: ConnectionColor; onValueChange: (identity: ConnectionColor) => void };

export function ConnectionColorPicker({ label, value, onValueChange }: Props) {
  const name = useId();
  return (
    <div className={`${classes['swatches']} ${shared['denseRow']}`} role="radiogroup" aria-label={label}>
      {CONNECTION_COLORS.map((identity) => (
        <label key={identity} className={classes['swatch']} data-identity={identity} data-tip={identity}>
          <input
            className={shared['invisibleInput']}
            type="radio"
            name={name}
            aria-label={identity}
            checked={identity === value}
            onChange={() => onValueChange(identity)}
          />
        </label>
      ))}
    </div>
  );
}
