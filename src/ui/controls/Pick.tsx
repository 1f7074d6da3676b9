import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, use } from 'react';
import { FieldControl } from './fieldControl.ts';
import classes from './Pick.module.css';

type PickOption<Value extends string = string> = Value | { value: Value; label: string };

type PickProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'size'> & {
  options: readonly PickOption<Value>[];
  value: Value;
  onPick: (value: Value) => void;
  /** Default value; any other value is highlighted. */
  standard?: Value;
  /** `plain` has no background until hover, for headers. */
  look?: 'filled' | 'plain';
  /** 30 px high in bars and inline, 36 in forms. */
  size?: 'bar' | 'form';
};

/** Select for all choices, also inline. Requires a surrounding form field or an `aria-label`. */
export function Pick<Value extends string>(props: PickProps<Value>) {
  const { options, value, onPick, standard, look = 'filled', size = 'bar', className = '', ...select } = props;
  const control = use(FieldControl);
  const pairs = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return (
    <span
      className={`${classes['pick']} ${className}`}
      data-look={look}
      data-size={size}
      data-set={(standard !== undefined && value !== standard) || undefined}
    >
      <select
        {...control}
        {...select}
        className={classes['select']}
        value={value}
        onChange={({ currentTarget }) => {
          const picked = pairs.find((pair) => pair.value === currentTarget.value);
          if (picked) onPick(picked.value);
        }}
      >
        {pairs.map((pair) => (
          <option key={pair.value} value={pair.value}>
            {pair.label}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes['chevron']} size={14} stroke={1.5} aria-hidden />
    </span>
  );
}
