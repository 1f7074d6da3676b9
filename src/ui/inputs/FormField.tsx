import { type ReactNode, useId } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './FormField.module.css';

/** What a control takes over from the field it stands in. */
type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with it. */
  complaint?: ReactNode;
  /** What says elsewhere in the form what is wrong with it. */
  faultId?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** A control of a form with its label above and its hint, or what is wrong with it, below. */
export function FormField({ label, hint, complaint, faultId, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = complaint ?? hint;
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={`${classes['label']} ${shared['small']}`}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': faultId ?? (note === undefined ? undefined : noteId),
        'aria-invalid': complaint !== undefined || faultId !== undefined || undefined,
      })}
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
