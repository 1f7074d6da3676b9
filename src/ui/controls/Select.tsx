import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, use } from 'react';
import { FieldControlContext } from './fieldControlContext.ts';
import classes from './Select.module.css';

type SelectOption<Value extends string = string> = Value | { value: Value; label: string };

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'size'> & {
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Value that is not highlighted, usually the default. Any other value is highlighted. */
  unhighlightedValue?: Value;
  /** `plain` shows no background until hovered, for use in headers. */
  variant?: 'filled' | 'plain';
  size?: 'bar' | 'form';
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    options,
    value,
    onValueChange,
    unhighlightedValue,
    variant = 'filled',
    size = 'bar',
    className = '',
    ...select
  } = props;
  const control = use(FieldControlContext);
  const pairs = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return (
    <span
      className={`${classes['pick']} ${className}`}
      data-look={variant}
      data-size={size}
      data-set={(unhighlightedValue !== undefined && value !== unhighlightedValue) || undefined}
    >
      <select
        {...control}
        {...select}
        className={classes['select']}
        value={value}
        onChange={({ currentTarget }) => {
          const picked = pairs.find((pair) => pair.value === currentTarget.value);
          if (picked) onValueChange(picked.value);
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
