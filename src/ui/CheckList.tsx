import type { ReactNode } from 'react';
import classes from './CheckList.module.css';

export type CheckItem = {
  value: string;
  label: ReactNode;
  aside?: ReactNode;
  checked: boolean;
  /** Cannot be changed. */
  fixed?: boolean;
};

/** Checkboxes one below the other, each with something to its right, such as a count. */
export function CheckList({
  items,
  onCheck,
}: {
  items: readonly CheckItem[];
  onCheck: (value: string, checked: boolean) => void;
}) {
  return (
    <ul className={classes['list']}>
      {items.map(({ value, label, aside, checked, fixed }) => (
        <li key={value} className={classes['item']}>
          <label className={classes['check']}>
            <input
              type="checkbox"
              checked={checked}
              disabled={fixed}
              onChange={({ target }) => onCheck(value, target.checked)}
            />
            <span>{label}</span>
          </label>
          {aside && <span className={classes['aside']}>{aside}</span>}
        </li>
      ))}
    </ul>
  );
}
