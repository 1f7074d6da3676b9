import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackage, readPackageContents } from '#e2e/bench/packageSize.ts';
import { expect, signIn, test } from '#e2e/helpers/fixtures.ts';
import { waitForServiceUrl } from '#e2e/testing/service.ts';

const CREDENTIALS = { apiKey: 'key-of-the-package', token: 'token-of-the-package' };
const OTHER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

test('the package contains runtime files and documents, and neither source nor tests', () => {
  const { files } = readPackageContents();
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  const made = [
    'dist/console/index.html',
    'dist/console/licenses.txt',
    'dist/server/main.js',
    'dist/server/empty.br',
    'dist/testing/index.d.ts',
    'dist/server/sbom.cdx.json',
  ];
  expect(files).toEqual(expect.arrayContaining([...Object.values(bin), ...made, 'README.md', 'CHANGELOG.md']));
  const allowed =
    /^(dist\/(console|server|testing)\/.*(?<!\.map)|docs\/(guide\/)?[\w-]+\.md|docs\/pictures\/[\w-]+\.webp|[A-Z]+(\.md)?|package\.json)$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual(Object.values(bin));
  const broken = files.flatMap((file) => linksIn(file).filter((link) => !files.includes(link)));
  expect(broken, 'add what documents link to to "files" in package.json').toEqual([]);
});

test('the bill of materials lists all components, and nothing about the machine', { tag: '@long' }, () => {
  const text = readFileSync('dist/server/sbom.cdx.json', 'utf8');
  const { metadata, components } = JSON.parse(text);
  const names: string[] = components.map(({ name }: { name: string }) => name);
  const { name, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(metadata.component.name).toBe(name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'react', '@mantine/core']));
  expect(names).not.toContain('vite');
  expect(text).not.toMatch(new RegExp(`${process.cwd()}|timestamp|serialNumber`));
});

test('the package runs without a home in a read-only folder', { tag: '@long' }, async ({ page }) => {
  const place = mkdtempSync(join(tmpdir(), 'fleetlens-package-'));
  const [folder, data] = [join(place, 'an empty folder'), join(place, 'data')];
  for (const path of [folder, data]) mkdirSync(path);
  chmodSync(place, 0o755);
  if (OTHER.uid) chownSync(data, OTHER.uid, OTHER.gid);
  let stop = () => {};
  const start = async (command: string, parameters: readonly string[]) => {
    const child = spawn(command, [...parameters, '--port', '0'], {
      cwd: folder,
      ...OTHER,
      env: {
        PATH: process.env['PATH'],
        FLEETLENS_DEMO_API_KEY: CREDENTIALS.apiKey,
        FLEETLENS_DEMO_TOKEN: CREDENTIALS.token,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stop = () => void child.kill('SIGKILL');
    return { child, url: await waitForServiceUrl(child) };
  };
  try {
    const quiet = ['--silent', '--ignore-scripts'];
    execFileSync('npm', ['install', ...quiet, '--prefer-offline', '--no-audit', `./${packPackage(folder)}`], {
      cwd: folder,
    });
    const first = await start('npx', ['fleetlens', 'serve', '--demo', '--data', data]);
    expect(await (await fetch(`${first.url}/healthz`)).json()).toEqual({ status: 'live' });
    await signIn(page, CREDENTIALS, `${first.url}/devices`);
    await expect(page.getByRole('grid')).toBeVisible();
    // npx only, which does not forward the signal
    stop();
    await expect.poll(() => existsSync(join(data, 'lock'))).toBe(false);

    const [, line = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(unit()) ?? [];
    const second = await start(process.execPath, line.replace('/var/lib/fleetlens', data).split(' '));
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  } finally {
    stop();
    rmSync(place, { recursive: true, force: true });
  }
});

// only on machines with systemd
if (spawnSync('systemd-analyze', ['--version']).status === 0) {
  test('systemd accepts the documented unit, and rates its exposure at most 3.0', { tag: '@long' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetlens-unit-'));
    const file = join(folder, 'fleetlens.service');
    // the program must exist
    writeFileSync(file, unit().replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const security = ['security', '--offline=true', '--threshold=30', '--no-pager', file];
    const rated = spawnSync('systemd-analyze', security, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
    expect(rated.status, rated.stdout).toBe(0);
  });
}

function linksIn(file: string): string[] {
  if (!file.endsWith('.md')) return [];
  const links = readFileSync(file, 'utf8').matchAll(/(?:\]\(|(?:src|srcset)=")(?!\w+:|#)([^)"#]+)/g);
  return [...links].map(([, link = '']) => join(dirname(file), link));
}

function unit(): string {
  return /```ini\n([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8'))?.[1] ?? '';
}
