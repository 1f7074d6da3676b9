import { type ComponentProps, type ReactNode, useId } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './Checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'value' | 'className'> & {
  checked: boolean;
  onCheck: (checked: boolean) => void;
  label?: ReactNode;
  hint?: ReactNode;
  aside?: ReactNode;
};

export function Checkbox({ checked, onCheck, label, hint, aside, ...input }: CheckboxProps) {
  const id = useId();
  const named = hint === undefined ? {} : { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` };
  return (
    <label className={classes['check']}>
      <input
        type="checkbox"
        {...named}
        {...input}
        className={classes['box']}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      {(label !== undefined || hint !== undefined) && (
        <span className={`${classes['words']} ${shared['breaks']}`}>
          <span id={`${id}-label`}>{label}</span>
          {hint !== undefined && (
            <span id={`${id}-hint`} className={`${classes['hint']} ${shared['small']}`}>
              {hint}
            </span>
          )}
        </span>
      )}
      {aside !== undefined && <span className={`${classes['aside']} ${shared['hint']}`}>{aside}</span>}
    </label>
  );
}
