import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packed } from '#e2e/bench/installed.ts';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { listening } from '#e2e/kit/service.ts';
import { signIn } from '#e2e/kit/session.ts';

const CREDENTIALS = { apiKey: 'key-of-the-package', token: 'token-of-the-package' };
/** Another than the one who installs, who has nothing of their own: nobody. */
const OTHER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

test('the package holds what runs, and neither source nor tests', () => {
  const { files } = packed();
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  const made = ['dist/console/index.html', 'dist/console/licenses.txt', 'dist/server/main.js', 'dist/server/empty.br'];
  expect(files).toEqual(expect.arrayContaining([...Object.values(bin), ...made, 'README.md', 'CHANGELOG.md']));
  const allowed = /^(dist\/(console|server)\/.*(?<!\.map)|docs\/\w+\.md|[A-Z]+(\.md)?|package\.json)$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual(Object.values(bin));
});

test('installed from its package it runs for another user, without a home and where it cannot write', {
  tag: '@long',
}, async ({ page }) => {
  const place = mkdtempSync(join(tmpdir(), 'fleetlens-package-'));
  const [folder, data] = [join(place, 'an empty folder'), join(place, 'data')];
  for (const path of [folder, data]) mkdirSync(path);
  chmodSync(place, 0o755);
  if (OTHER.uid) chownSync(data, OTHER.uid, OTHER.gid);
  let stop = () => {};
  try {
    const quiet = ['--silent', '--ignore-scripts'];
    const name = execFileSync('npm', ['pack', ...quiet, '--pack-destination', folder], { encoding: 'utf8' }).trim();
    execFileSync('npm', ['install', ...quiet, '--prefer-offline', '--no-audit', `./${name}`], { cwd: folder });
    const child = spawn('npx', ['fleetlens', 'serve', '--demo', '--port', '0', '--data', resolve(data)], {
      cwd: folder,
      ...OTHER,
      env: {
        PATH: process.env['PATH'],
        FLEETLENS_DEMO_API_KEY: CREDENTIALS.apiKey,
        FLEETLENS_DEMO_TOKEN: CREDENTIALS.token,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // npx alone, which passes it on to nobody
    stop = () => void child.kill('SIGKILL');
    const ended = new Promise((done) => child.once('exit', done));
    const url = await listening(child);
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'live' });
    await signIn(page, CREDENTIALS, `${url}/devices`);
    await expect(page.getByRole('grid')).toBeVisible();
    stop();
    await ended;
    await expect.poll(() => existsSync(join(data, 'lock'))).toBe(false);
  } finally {
    stop();
    rmSync(place, { recursive: true, force: true });
  }
});
