/**
 * Writes a file in chunks. `close` returns the file name; an incomplete file is renamed to `.part` if the browser can
 * rename files. `abort` discards the file.
 */
export type FileWriter = {
  write: (text: string) => Promise<void>;
  close: (whole?: boolean) => Promise<string>;
  abort: () => Promise<void>;
};

/** File handle with `move`, which only some browsers support and which TypeScript's library lacks. */
type MovableFileHandle = FileSystemFileHandle & { move?: (name: string) => Promise<void> };

type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const CHUNK_CHARACTERS = 8_000_000;

/**
 * Creates a file writer that streams to disk if the browser supports it. Otherwise the file is downloaded at the end.
 * @throws DOMException `AbortError` if the user chose no file
 */
export async function openFileWriter(name: string, type: string): Promise<FileWriter> {
  // missing in TypeScript's library, because only some browsers support it
  const pick = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;
  return pick ? createDiskWriter(await pick.call(window, { suggestedName: name })) : createDownloadWriter(name, type);
}

/** Saves a text as a file. Does nothing if the user chose no file. */
export async function saveTextFile(name: string, type: string, text: string): Promise<void> {
  const file = await openFileWriter(name, type).catch(() => undefined);
  await file?.write(text);
  await file?.close();
}

async function createDiskWriter(handle: MovableFileHandle): Promise<FileWriter> {
  const { name } = handle;
  const rename = async (to: string) => {
    if (handle.name !== to) await handle.move?.(to).catch(() => undefined);
  };
  // a file that is written to cannot be renamed
  await rename(getPartialName(name));
  const stream = await handle.createWritable();
  return {
    write: (text) => stream.write(text),
    close: async (whole = true) => {
      await stream.close();
      await rename(whole ? name : getPartialName(name));
      return handle.name;
    },
    abort: async () => {
      await stream.abort();
      await rename(name);
    },
  };
}

function getPartialName(name: string): string {
  return name.replace(/(\.\w+)?$/, '.part$1');
}

function createDownloadWriter(name: string, type: string): FileWriter {
  const pieces: Blob[] = [];
  let held = '';
  const settle = () => {
    pieces.push(new Blob([held]));
    held = '';
  };
  return {
    write: async (text) => {
      held += text;
      if (held.length > CHUNK_CHARACTERS) settle();
    },
    close: async (whole = true) => {
      settle();
      const final = whole ? name : getPartialName(name);
      downloadBlob(final, new Blob(pieces, { type }));
      return final;
    },
    abort: async () => {
      pieces.length = 0;
    },
  };
}

/** Replaces characters that file names should not contain, and leading dots and dashes. */
export function toFileName(text: string, fallback: string): string {
  return text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || fallback;
}

export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // the browser has started the download by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
