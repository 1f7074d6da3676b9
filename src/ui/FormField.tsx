import { type ReactNode, useId } from 'react';
import classes from './FormField.module.css';

/** What a control takes over from the field it stands in. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with it. */
  complaint?: string | undefined;
  /** Said elsewhere what is wrong: it only looks so. */
  wrong?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** A control of a form with its label above and its hint, or what is wrong with it, below. */
export function FormField({ label, hint, complaint, wrong = false, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = complaint ?? hint;
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': complaint !== undefined || wrong || undefined,
      })}
      {note !== undefined && (
        <p id={noteId} className={classes['note']} data-wrong={complaint !== undefined || undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
