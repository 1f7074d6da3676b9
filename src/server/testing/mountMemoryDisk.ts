import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system in memory. `options` are those of mount, such as `size=90m` or `ro`. */
export function mountMemoryDisk(options: string) {
  const path = mkdtempSync(join(tmpdir(), 'fleetlens-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  return {
    path,
    remount: (other: string) => void execFileSync('mount', ['-o', `remount,${other}`, path]),
    remove() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}

export function canMountMemoryDisk(): boolean {
  if (process.getuid?.() !== 0) return false;
  const probe = mkdtempSync(join(tmpdir(), 'fleetlens-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', probe]);
  if (status === 0) spawnSync('umount', [probe]);
  rmSync(probe, { recursive: true });
  return status === 0;
}
