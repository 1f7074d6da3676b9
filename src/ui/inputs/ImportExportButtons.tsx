import { saveTextFile } from '#lib/fileWriter.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { FileButton } from './FileButton.tsx';

type Props = {
  name: string;
  createContent: (() => string) | undefined;
  onImport: (text: string) => void;
};

export function ImportExportButtons({ name, createContent, onImport }: Props) {
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
