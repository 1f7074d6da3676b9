/**
 * `npm start`: from a bare clone to the demo on http://127.0.0.1:4600, or to the projects that are kept there already.
 * Installs and builds what is missing or stale, then hands over to the built service. Plain JavaScript on Node alone, since nothing may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, isInstalled } from '#install.mjs';

const BUILT = ['dist/server/main.js', 'dist/console/index.html'];
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..'));

try {
  if (!isInstalled() || isStale()) {
    seeWritable();
    install();
    if (isStale()) build();
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
serve();

function seeWritable() {
  try {
    accessSync('.', constants.W_OK);
  } catch {
    throw new Error(
      `${process.cwd()} cannot be written, and what is built there is missing or stale: build where it can.`,
    );
  }
}

function isStale() {
  if (!BUILT.every((file) => existsSync(file))) return true;
  const built = Math.min(...BUILT.map((file) => statSync(file).mtimeMs));
  return SOURCES.some((path) => newest(path) > built);
}

/** When anything at or below a path last changed, in ms. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function build() {
  console.log('Building.');
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The build failed; its own words are above.');
}

function serve() {
  const service = spawn(
    process.execPath,
    ['dist/server/main.js', 'serve', '--demo-if-empty', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));
  service.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}
