import { type FormEvent, useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './NameForm.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

const MAX_NAME_LENGTH = 80;

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  label: string;
  submitLabel: string;
  initialName?: string;
  disabled?: boolean;
  /** Called with the trimmed, non-empty name. Returning `false` keeps the text, so that the user can correct it. */
  onSubmitName: (name: string) => unknown;
};

export function NameForm({ label, submitLabel, initialName = '', disabled = false, onSubmitName, ...field }: Props) {
  const [typed, setTyped] = useState(initialName);
  const name = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name && !disabled && onSubmitName(name) !== false) setTyped('');
  };
  return (
    <form className={`${classes['form']} ${shared['row']}`} onSubmit={submit}>
      <TextField
        {...field}
        className={classes['name']}
        aria-label={label}
        maxLength={MAX_NAME_LENGTH}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" disabled={!name || disabled}>
        {submitLabel}
      </Button>
    </form>
  );
}
