import { useId } from 'react';
import classes from './Segmented.module.css';

type Option<Value extends string> = {
  value: Value;
  label: string;
  name?: string;
};

type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onPick: (value: Value) => void;
};

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
