import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './FilterChip.module.css';
import { IconButton } from './IconButton.tsx';

type Props = {
  field: string;
  operator: string;
  value: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  onOpen?: () => void;
};

export function FilterChip({ field, operator, value, removeLabel, onRemove, onOpen }: Props) {
  const words = (
    <>
      <PlainText text={field} /> <b>{operator}</b> {typeof value === 'string' ? <PlainText text={value} /> : value}
    </>
  );
  return (
    <span className={classes['chip']}>
      {onOpen ? (
        <button type="button" className={classes['words']} onClick={onOpen}>
          {words}
        </button>
      ) : (
        <span className={classes['words']}>{words}</span>
      )}
      <IconButton className={classes['drop']} size="row" label={removeLabel} onClick={onRemove}>
        <IconX size={12} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
}
