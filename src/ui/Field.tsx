import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './Field.module.css';

type Option = string | { value: string; label: string };

type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & { label?: string };

/** One line of text of a data page's tool bar, 30 px high. Without `label` it needs an `aria-label`. */
export function TextField({ label, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Labelled label={label} id={id} className={className}>
      <input type="text" id={id} spellCheck={false} autoComplete="off" {...input} className={classes['input']} />
    </Labelled>
  );
}

type SelectFieldProps = ComponentProps<'select'> & { label?: string; data: readonly Option[] };

/** One of a few values, likewise. */
export function SelectField({ label, data, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Labelled label={label} id={id} className={className}>
      <select id={id} {...select} className={`${classes['input']} ${classes['select']}`}>
        {data.map((option) => {
          const { value, label: text } = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
    </Labelled>
  );
}

type LabelledProps = { label: string | undefined; id: string; className: string | undefined; children: ReactNode };

function Labelled({ label, id, className = '', children }: LabelledProps) {
  return (
    <div className={`${classes['field']} ${className}`}>
      {label !== undefined && (
        <label className={classes['label']} htmlFor={id}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}
