/** Where an export is written to. `close` makes the file; `keep` likewise, of what there is. */
export type ExportTarget = { write: (text: string) => Promise<void>; close: () => Promise<void> };

type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Text that is held before it becomes a piece of the file, in characters. */
const PIECE = 8_000_000;

/**
 * A file to write to: on disk as it grows where the browser can, else gathered and handed over at the end.
 * @throws DOMException `AbortError` when no file was chosen
 */
export async function exportTarget(name: string, type: string): Promise<ExportTarget> {
  // not in TypeScript's library: only some browsers have it
  const pick = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;
  return pick ? onDisk(await pick.call(window, { suggestedName: name })) : gathered(name, type);
}

async function onDisk(handle: FileSystemFileHandle): Promise<ExportTarget> {
  const stream = await handle.createWritable();
  return { write: (text) => stream.write(text), close: () => stream.close() };
}

/** Pieces become blobs, which a browser may keep on disk. */
function gathered(name: string, type: string): ExportTarget {
  const pieces: Blob[] = [];
  let held = '';
  const settle = () => {
    pieces.push(new Blob([held]));
    held = '';
  };
  return {
    write: async (text) => {
      held += text;
      if (held.length > PIECE) settle();
    },
    close: async () => {
      settle();
      const url = URL.createObjectURL(new Blob(pieces, { type }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      // the browser has taken it over by then
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}
