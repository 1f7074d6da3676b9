import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Browsers of a machine: the variable that names one, what it is called on the PATH, the lightest first, and Debian's
 * package of it. Plain JavaScript, because it runs before anything is built.
 */
const CHROMIUM = {
  variable: 'CHROMIUM_PATH',
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debian: 'chromium-headless-shell',
};
const FIREFOX = { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' };

/** The path of a Chromium to test with: one that is there, else Debian's where root runs this, else Playwright's own. */
export async function findBrowser() {
  return installed() ?? debians(CHROMIUM) ?? (await playwrights()) ?? fail();
}

/** The path of a Firefox to test with, where there is one or Debian has one. */
export function findFirefox() {
  return installed(FIREFOX) ?? debians(FIREFOX);
}

/** A Chromium of this machine. */
export function installed({ variable, names } = CHROMIUM) {
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

async function playwrights() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('No Chromium found: asking Playwright for its own.');
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function debians(browser) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.log(`Installing the ${browser.debian} package.`);
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = ['install', '-y', '-qq', '--no-install-recommends', browser.debian];
  try {
    execFileSync('apt-get', ['update', '-qq'], quiet);
    execFileSync('apt-get', install, quiet);
  } catch {
    return undefined;
  }
  return installed(browser);
}

function fail() {
  throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
}
