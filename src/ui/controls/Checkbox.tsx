import { type ComponentProps, type ReactNode, useId } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './Checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'value' | 'className'> & {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label?: ReactNode;
  description?: ReactNode;
  aside?: ReactNode;
};

export function Checkbox({ checked, onCheckedChange, label, description, aside, ...input }: CheckboxProps) {
  const id = useId();
  const named = description === undefined ? {} : { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` };
  return (
    <label className={classes['check']}>
      <input
        type="checkbox"
        {...named}
        {...input}
        className={classes['box']}
        checked={checked}
        onChange={({ currentTarget }) => onCheckedChange(currentTarget.checked)}
      />
      {(label !== undefined || description !== undefined) && (
        <span className={`${classes['words']} ${shared['breakWords']}`}>
          <span id={`${id}-label`}>{label}</span>
          {description !== undefined && (
            <span id={`${id}-hint`} className={`${classes['hint']} ${shared['small']}`}>
              {description}
            </span>
          )}
        </span>
      )}
      {aside !== undefined && <span className={`${classes['aside']} ${shared['hint']}`}>{aside}</span>}
    </label>
  );
}
