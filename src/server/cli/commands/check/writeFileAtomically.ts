import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file as a whole. A reader, or a machine that stops, finds either the old or the new content.
 * @throws the error of the file system
 */
export async function writeFileAtomically(file: string, text: string, mode: number): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'w', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
