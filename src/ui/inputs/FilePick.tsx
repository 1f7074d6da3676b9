import type { ReactNode } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './FilePick.module.css';

type Props = {
  accept: string;
  className?: string | undefined;
  onPick: (file: File) => void;
  children: ReactNode;
};

export function FilePick({ accept, className = '', onPick, children }: Props) {
  return (
    <label className={`${classes['pick']} ${className}`}>
      {children}
      <input
        className={shared['cover']}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onPick(file);
          // allows choosing the same file again
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
