import { type ReactNode, useId } from 'react';
import { FieldControlContext } from '#ui/controls/fieldControlContext.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './FormField.module.css';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  errorId?: string | undefined;
  children: ReactNode;
};

export function FormField({ label, hint, error, errorId, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const control = {
    id,
    'aria-describedby': errorId ?? (note === undefined ? undefined : noteId),
    'aria-invalid': error !== undefined || errorId !== undefined || undefined,
  };
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={`${classes['label']} ${shared['small']}`}>
        {label}
      </label>
      <FieldControlContext value={control}>{children}</FieldControlContext>
      {note !== undefined && (
        <p
          id={noteId}
          className={`${classes['note']} ${shared['small']}`}
          data-wrong={error !== undefined || undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
