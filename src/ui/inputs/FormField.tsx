import { type ReactNode, useId } from 'react';
import { FieldControl } from '#ui/controls/fieldControl.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './FormField.module.css';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  complaint?: ReactNode;
  /** ID of an error message elsewhere in the form. */
  faultId?: string | undefined;
  children: ReactNode;
};

export function FormField({ label, hint, complaint, faultId, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = complaint ?? hint;
  const control = {
    id,
    'aria-describedby': faultId ?? (note === undefined ? undefined : noteId),
    'aria-invalid': complaint !== undefined || faultId !== undefined || undefined,
  };
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={`${classes['label']} ${shared['small']}`}>
        {label}
      </label>
      <FieldControl value={control}>{children}</FieldControl>
      {note !== undefined && (
        <p
          id={noteId}
          className={`${classes['note']} ${shared['small']}`}
          data-wrong={complaint !== undefined || undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
