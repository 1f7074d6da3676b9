import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a Chromium to test with: one that is there already, else Playwright's own, else, on Debian as root, the
 * distribution's package. Plain JavaScript, because it runs before anything is built.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  return installed() ?? (await playwrights()) ?? debians() ?? fail();
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium of this machine: the one that CHROMIUM_PATH names, else one on the PATH. */
export function installed() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

async function playwrights() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('No Chromium found: asking Playwright for its own.');
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function debians() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.log('Installing the chromium package.');
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update', '-qq'], quiet);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  return installed();
}

function fail() {
  throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
}
