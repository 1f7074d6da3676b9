import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '#e2e/bench/packageSize.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { findInstalledProgram } from '#e2e/runner/browser.mjs';

const KIT = 'dist/testing';

test('fleetlens/testing has its exports, self-contained types and documentation', { tag: '@long' }, async () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(exports['./testing']).toEqual({ types: `./${KIT}/index.d.ts`, default: `./${KIT}/index.js` });
  const types = readdirSync(KIT).filter((name) => name.endsWith('.d.ts'));
  const texts = types.map((name) => readFileSync(join(KIT, name), 'utf8'));
  const from = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) [^'"]*from '([^']+)'|import\("([^"]+)"\)/gm)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  const elsewhere = from.filter((name = '') => !types.includes(name.replace(/^\.\/(.*)\.ts$/, '$1.d.ts')));
  expect([...new Set(elsewhere)].sort()).toEqual(['node:child_process', 'node:stream', 'playwright/test']);
  // `expect` is Playwright's own
  const names = Object.keys(await import('#e2e/testing/index.ts')).filter((name) => name !== 'expect');
  const undocumented = names.filter((name) =>
    texts.every((text) => !new RegExp(`\\*/\\s+export declare (const|function) ${name}\\b`).test(text)),
  );
  expect(undocumented).toEqual([]);
});

test('another project installs the package and tests with it, as in docs/qa.md', { tag: '@long' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-consumer-'));
  // environment without this run's variables, except for the browser
  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], CHROMIUM_PATH: findInstalledProgram() };
  const run = (command: string, ...parameters: string[]) => {
    const options = { cwd: folder, env: environment, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(command, parameters, options);
    expect(status, `${command} ${parameters.join(' ')}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  try {
    cpSync('e2e/consumer', folder, { recursive: true });
    renameSync(join(folder, packPackage(folder)), join(folder, 'fleetlens.tgz'));
    run('npm', 'install', '--silent', '--prefer-offline', '--no-audit');
    run('npm', 'run', '--silent', 'types');
    expect(run('npm', 'test', '--silent')).toContain('6 passed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
