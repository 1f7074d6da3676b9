/** Checks whether the build is newer than its sources, and runs the build. Plain JavaScript that needs only Node. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = ['dist/server/main.js', 'dist/console/index.html', 'dist/testing/index.js'];
const SOURCES = ['src', 'e2e/testing', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

export function isBuildStale() {
  if (!BUILT.every((file) => existsSync(file))) return true;
  const built = Math.min(...BUILT.map((file) => statSync(file).mtimeMs));
  return SOURCES.some((path) => findNewestMtime(path) > built);
}

function findNewestMtime(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => findNewestMtime(join(path, name))));
}

export function runBuild() {
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The build failed. Its output is above.');
}
