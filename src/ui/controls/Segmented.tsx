import { useId } from 'react';
import classes from './Segmented.module.css';

type Option<Value extends string> = {
  value: Value;
  label: string;
  /** Its name for a screen reader where another control of the page has this label too; it begins with it. */
  name?: string;
};

type Props<Value extends string> = {
  /** What is chosen, as in "View". */
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onPick: (value: Value) => void;
};

/** Two or three views of the same thing, one of them chosen; arrow keys choose too. */
export function Segmented<Value extends string>({ label, options, value, onPick }: Props<Value>) {
  const group = useId();
  return (
    <div className={classes['track']} role="radiogroup" aria-label={label}>
      {options.map(({ value: own, label: words, name }) => (
        <label key={own} className={classes['choice']}>
          <input type="radio" name={group} aria-label={name} checked={own === value} onChange={() => onPick(own)} />
          {words}
        </label>
      ))}
    </div>
  );
}
