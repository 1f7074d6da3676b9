import type { ReactNode } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './FileButton.module.css';

type Props = {
  accept: string;
  className?: string | undefined;
  onFileSelect: (file: File) => void;
  children: ReactNode;
};

export function FileButton({ accept, className = '', onFileSelect, children }: Props) {
  return (
    <label className={`${classes['pick']} ${className}`}>
      {children}
      <input
        className={shared['invisibleInput']}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFileSelect(file);
          // allows choosing the same file again
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
