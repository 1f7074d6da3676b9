import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './Chip.module.css';
import { IconButton } from './IconButton.tsx';

type Props = {
  field: string;
  operator: string;
  value: ReactNode;
  dropLabel: string;
  onDrop: () => void;
  onOpen?: () => void;
};

export function Chip({ field, operator, value, dropLabel, onDrop, onOpen }: Props) {
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
      <IconButton className={classes['drop']} size="row" label={dropLabel} onClick={onDrop}>
        <IconX size={12} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
}
