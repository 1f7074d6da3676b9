import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Compression of an empty database in one file: a line of JSON with the folders and the length of each file, then the
 * content of the files. The three databases in it are similar, so a window over all of them compresses 39 MB to 1.5 MB.
 * Files are written one after the other, because writing a thousand small files in parallel takes five times as long.
 */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } };
const END_OF_LINE = 10;

type Contents = { folders: string[]; files: [path: string, length: number][] };

export function packDatabaseFiles(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/');
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => [pathOf(entry), readFileSync(join(folder, pathOf(entry)))] as const);
  const contents: Contents = { folders, files: files.map(([path, bytes]) => [path, bytes.length]) };
  const line = Buffer.from(`${JSON.stringify(contents)}\n`);
  return brotliCompressSync(Buffer.concat([line, ...files.map(([, bytes]) => bytes)]), PACKING);
}

export function unpackDatabaseFiles(packed: Buffer, folder: string): void {
  const bytes = brotliDecompressSync(packed);
  let at = bytes.indexOf(END_OF_LINE) + 1;
  const { folders, files }: Contents = JSON.parse(bytes.toString('utf8', 0, at));
  for (const path of ['', ...folders]) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const [path, length] of files) {
    writeFileSync(join(folder, path), bytes.subarray(at, at + length), { mode: 0o600 });
    at += length;
  }
}
