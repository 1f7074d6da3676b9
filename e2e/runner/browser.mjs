import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a Chromium to test with, the lightest first: a headless shell or else a whole browser that is there
 * already, else Debian's package of the shell where root runs this, else Playwright's own. Plain JavaScript, because it runs before anything is built.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  return installed() ?? debians() ?? (await playwrights()) ?? fail();
}

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
  console.log('Installing the chromium-headless-shell package.');
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'];
  try {
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', install, quiet);
  } catch {
    return undefined;
  }
  return installed();
}

function fail() {
  throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
}
