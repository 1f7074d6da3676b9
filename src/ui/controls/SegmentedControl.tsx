import { useId } from 'react';
import classes from './SegmentedControl.module.css';

type SegmentOption<Value extends string> = {
  value: Value;
  label: string;
  ariaLabel?: string;
};

type Props<Value extends string> = {
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
};

export function SegmentedControl<Value extends string>({ label, options, value, onValueChange }: Props<Value>) {
  const group = useId();
  return (
    <div className={classes['track']} role="radiogroup" aria-label={label}>
      {options.map(({ value: own, label: words, ariaLabel }) => (
        <label key={own} className={classes['choice']}>
          <input
            type="radio"
            name={group}
            aria-label={ariaLabel}
            checked={own === value}
            onChange={() => onValueChange(own)}
          />
          {words}
        </label>
      ))}
    </div>
  );
}
