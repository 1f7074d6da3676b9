import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm pack` makes of what is built: its files, and their bytes in all. */
export function packed(): { files: string[]; bytes: number } {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ files, unpackedSize }] = JSON.parse(said);
  return { files: files.map(({ path }: { path: string }) => path), bytes: unpackedSize };
}

/** Packs what is built into a folder; gives the name of the file. */
export function packInto(folder: string): string {
  const parameters = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return execFileSync('npm', parameters, { encoding: 'utf8' }).trim();
}

/** Bytes on the disk of the package where it is installed: its own files, and what the lockfile says comes with them. */
export function installedBytes(): number {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const folders = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev);
  return folders.map(bytesIn).reduce((sum, bytes) => sum + bytes, packed().bytes);
}

/** Of a folder's files, whole blocks as the disk keeps them; what is installed within has its own entry. */
function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? bytesIn(path) : (statSync(path).blocks ?? 0) * 512;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
