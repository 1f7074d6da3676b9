import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs and how to find them: by environment variable, by names on the PATH (the lightest first), or as a Debian
 * package. Plain JavaScript, because it runs before the build.
 */
const CHROMIUM = {
  variable: 'CHROMIUM_PATH',
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debian: 'chromium-headless-shell',
};
const FIREFOX = { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' };
export const NGINX = { variable: 'NGINX_PATH', names: ['nginx'], debian: 'nginx' };

/**
 * Finds Chromium: an installed one, otherwise Debian's package if run as root, otherwise Playwright's.
 * @returns its path
 */
export async function findOrInstallChromium() {
  return findInstalledProgram() ?? installFromDebian(CHROMIUM) ?? (await findPlaywrightChromium()) ?? fail();
}

export function findOrInstallFirefox() {
  return findInstalledProgram(FIREFOX) ?? installFromDebian(FIREFOX);
}

/**
 * Finds nginx. Debian's package is only unpacked to `folder`, because installing it would start the server.
 * @returns its path, if there is one
 */
export function findOrUnpackNginx(folder) {
  const path = join(folder, 'usr/sbin/nginx');
  const download = ['download', '-qq', '-o', 'APT::Sandbox::User=root', NGINX.debian];
  const unpack = ['-c', `dpkg-deb -x ${NGINX.debian}_*.deb .`];
  return (
    findInstalledProgram(NGINX) ??
    (runDebianCommands(NGINX, folder, ['apt-get', download], ['sh', unpack]) ? path : undefined)
  );
}

export function findInstalledProgram({ variable, names } = CHROMIUM) {
  const named = process.env[variable];
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

async function findPlaywrightChromium() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('No Chromium found. Installing the one of Playwright …');
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function installFromDebian(browser) {
  const install = ['install', '-y', '-qq', '--no-install-recommends', browser.debian];
  return runDebianCommands(browser, '.', ['apt-get', install]) ? findInstalledProgram(browser) : undefined;
}

/**
 * Runs commands that need root and Debian.
 * @returns true on success
 */
function runDebianCommands({ debian }, cwd, ...commands) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing the Debian package ${debian} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    for (const [command, parameters] of [['apt-get', ['update', '-qq']], ...commands])
      execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env, cwd });
    return true;
  } catch {
    return false;
  }
}

function fail() {
  throw new Error('No Chromium found. Install Chromium, or set CHROMIUM_PATH to its path.');
}
