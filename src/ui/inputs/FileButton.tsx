import type { ReactNode } from 'react';
import { saveTextFile } from '#lib/fileWriter.ts';
import { Button } from '#ui/controls/Button.tsx';
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

type ImportExportProps = {
  name: string;
  createContent: (() => string) | undefined;
  onImport: (text: string) => void;
};

export function ImportExportButtons({ name, createContent, onImport }: ImportExportProps) {
  const read = async (file: File) => onImport(await file.text());
  const write = () => createContent && void saveTextFile(name, 'application/json', createContent());
  return (
    <div className={shared['row']}>
      <FileButton accept="application/json,.json" onFileSelect={(file) => void read(file)}>
        Import a file
      </FileButton>
      <Button variant="plain" disabled={!createContent} onClick={write}>
        Export as a file
      </Button>
    </div>
  );
}
