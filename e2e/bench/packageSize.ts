import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function readPackageContents(): { files: string[]; bytes: number } {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ files, unpackedSize }] = JSON.parse(said);
  return { files: files.map(({ path }: { path: string }) => path), bytes: unpackedSize };
}

export function packPackage(folder: string): string {
  const parameters = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return execFileSync('npm', parameters, { encoding: 'utf8' }).trim();
}

export function measureInstalledBytes(): number {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const folders = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev);
  return folders.map(measureFolderBytes).reduce((sum, bytes) => sum + bytes, readPackageContents().bytes);
}

/** Measures the disk usage of a folder in whole blocks. Nested node_modules are separate entries and not included. */
function measureFolderBytes(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? measureFolderBytes(path) : (statSync(path).blocks ?? 0) * 512;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
