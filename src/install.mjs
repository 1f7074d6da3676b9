/**
 * What `npm start` and `npm test` do first, on a bare clone: see that this Node will do, and install the dependencies
 * that the lockfile names if they are not there. Plain JavaScript on Node alone, in a dialect that old versions read.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const NODE_LEAST = [20, 19];

/** Where npm says what it has put into node_modules, once it is done. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs what the lockfile names unless it is there. Run from the package's folder, as npm does. */
export function install() {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint) throw new Error(complaint);
  if (isInstalled()) return;
  console.log('Installing dependencies.');
  // without scripts: none is needed, and the package's own would build it
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed; its own words are above.');
}

/** What is wrong with a version of Node, or nothing. */
function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = NODE_LEAST;
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough ? undefined : `Fleetlens needs Node ${NODE_LEAST.join('.')} or newer; this is ${version}.`;
}

/** Whether node_modules holds every package of the lockfile in its version, whoever put them there. */
export function isInstalled(folder = '.') {
  const there = packagesOf(`${folder}/${INSTALLED}`);
  const wanted = packagesOf(`${folder}/package-lock.json`);
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // the package itself, and what is for other systems than this one
    if (path === '' || link || (optional && !there[path])) return true;
    return there[path] !== undefined && there[path].version === version;
  });
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages || {};
  } catch {
    return {};
  }
}
