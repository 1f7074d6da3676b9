import { createFileWriter } from '#lib/fileWriter.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { FilePick } from './FilePick.tsx';

type Props = {
  name: string;
  /** Creates the file's text; undefined disables the export. */
  content: (() => string) | undefined;
  onRead: (text: string) => void;
};

export function FileActions({ name, content, onRead }: Props) {
  const read = async (file: File) => onRead(await file.text());
  const write = async () => {
    if (!content) return;
    const target = await createFileWriter(name, 'application/json').catch(() => undefined);
    await target?.write(content());
    await target?.close();
  };
  return (
    <div className={shared['row']}>
      <FilePick accept="application/json,.json" onPick={(file) => void read(file)}>
        Import a file
      </FilePick>
      <Button look="plain" disabled={!content} onClick={() => void write()}>
        Export as a file
      </Button>
    </div>
  );
}
