import { useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import classes from './SecretField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

export function SecretField({ subject, ...field }: Omit<TextFieldProps, 'type' | 'end'> & { subject: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <Button className={classes['show']} variant="link" onClick={() => setShown(!shown)}>
          {`${shown ? 'Hide' : 'Show'} ${subject}`}
        </Button>
      }
    />
  );
}
