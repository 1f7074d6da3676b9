import type { ComponentProps, ReactNode } from 'react';
import classes from './Checkbox.module.css';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'value'> & {
  checked: boolean;
  onCheck: (checked: boolean) => void;
  /** Its words; without them it needs an `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** What stands at the end of the line, such as a count. */
  aside?: ReactNode;
};

/** A box to tick, with its words and what stands at the end of its line. */
export function Checkbox({ checked, onCheck, label, hint, aside, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`${classes['check']} ${className}`}>
      <input
        type="checkbox"
        {...input}
        className={classes['box']}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      {(label !== undefined || hint !== undefined) && (
        <span className={classes['words']}>
          {label}
          {hint !== undefined && <span className={classes['hint']}>{hint}</span>}
        </span>
      )}
      {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
    </label>
  );
}
