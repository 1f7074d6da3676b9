/**
 * What `npm start` and `npm test` do first, on a bare clone: see that this Node will do, and install the dependencies
 * that the lockfile names if they are not there. Plain JavaScript on Node alone, in a dialect that old versions read.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const NODE_LEAST = [20, 19];
const STAMP = 'node_modules/.fleetlens-installed';

/** Installs when the lockfile changed since the last time. Run from the package's folder, as npm does. */
export function install() {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint) throw new Error(complaint);
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (wanted === stamp()) return;
  console.log('Installing dependencies.');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed; its own words are above.');
  writeFileSync(STAMP, wanted);
}

/** What is wrong with a version of Node, or nothing. */
function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = NODE_LEAST;
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough ? undefined : `Fleetlens needs Node ${NODE_LEAST.join('.')} or newer; this is ${version}.`;
}

function stamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
