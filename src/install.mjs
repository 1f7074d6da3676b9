/**
 * First step of `npm start` and `npm test` in a bare clone: checks the version of Node and installs missing
 * dependencies of the lockfile. Plain JavaScript that old versions of Node can parse.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const NODE_LEAST = [20, 19];

/** File that npm writes after an installation. It lists the packages in node_modules. */
const INSTALLED = 'node_modules/.package-lock.json';

export function installDependencies() {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint) throw new Error(complaint);
  if (areDependenciesInstalled()) return;
  console.log('Installing dependencies …');
  // no install script is needed, and the package's own would start a build
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Installing dependencies failed (npm ci). Its output is above.');
}

/** Formats the error for an unsupported version of Node. Undefined for a supported one. */
function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = NODE_LEAST;
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough
    ? undefined
    : `Fleetlens requires Node ${NODE_LEAST.join('.')} or newer. The installed version is ${version}.`;
}

export function areDependenciesInstalled(folder = '.') {
  const there = packagesOf(`${folder}/${INSTALLED}`);
  const wanted = packagesOf(`${folder}/package-lock.json`);
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // skips the package itself and packages for other operating systems
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
