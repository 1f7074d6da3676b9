import type { ChangeEvent } from 'react';
import { fileTarget } from '#lib/fileTarget.ts';
import { Button } from './Button.tsx';
import classes from './FileActions.module.css';

type Props = {
  /** What the file is called when it is written. */
  name: string;
  /** Its text, when there is something to write. */
  content: (() => string) | undefined;
  onRead: (text: string) => void;
};

/** Takes what is kept elsewhere as a file of JSON, and others over from one. */
export function FileActions({ name, content, onRead }: Props) {
  const write = async () => {
    if (!content) return;
    const target = await fileTarget(name, 'application/json').catch(() => undefined);
    await target?.write(content());
    await target?.close();
  };
  return (
    <div className={classes['actions']}>
      <FileInput label="Import a file" accept="application/json,.json" onRead={onRead} />
      <Button look="plain" disabled={!content} onClick={() => void write()}>
        Export as a file
      </Button>
    </div>
  );
}

type FileInputProps = { label: string; accept: string; className?: string | undefined; onRead: (text: string) => void };

/** Has a file chosen, and gives its text. */
export function FileInput({ label, accept, className = '', onRead }: FileInputProps) {
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    const text = await file?.text();
    // the same file may be chosen again
    currentTarget.value = '';
    if (text !== undefined) onRead(text);
  };
  return (
    <label className={`${classes['input']} ${className}`}>
      {label}
      <input type="file" accept={accept} onChange={(event) => void read(event)} />
    </label>
  );
}
