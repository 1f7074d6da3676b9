/**
 * `npm test`: prepares a bare clone and runs the quick tests. `npm run check` also runs the long tests and, unless
 * arguments select tests by path, types, lint and budgets. Plain JavaScript that needs only Node, because it runs before
 * anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallChromium, findOrInstallFirefox, findOrUnpackNginx } from '#e2e/runner/browser.mjs';
import { printSummary } from '#e2e/runner/testSummary.mjs';
import { installDependencies } from '#install.mjs';

const { values: options, positionals: words } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const long = options.check;
const whole = long && words.length === 0;
process.env.FLEETLENS_LONG = long ? '1' : '';

const folder = mkdtempSync(join(tmpdir(), 'fleetlens-reports-'));
const phases = [];

try {
  await runPhase('install', installDependencies);
  if (whole) {
    await must(runPhase('types', () => run('npm', ['run', '--silent', 'types'])));
    await must(runPhase('lint', () => run('npm', ['run', '--silent', 'lint'])));
  }
  let programs;
  const prepare = async () => {
    const built = run('npm', ['run', '--silent', 'build'], 'quietly');
    programs = await findPrograms();
    return built;
  };
  await must(runPhase('build and browser installation', prepare));
  const unitPassed = await runTests('unit and service tests', [
    'vitest',
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=./e2e/runner/vitestReporter.ts',
  ]);
  const browserPassed = await runTests('browser tests', ['playwright', 'test', '--pass-with-no-tests']);
  // last, so that nothing else runs at the same time
  const withinBudgets = !whole || (await runPhase('budgets', () => run('npx', ['tsx', 'e2e/bench.ts', '--budgets'])));
  const passed = printSummary(phases);
  if (long) reportMissingPrograms(programs);
  process.exitCode = unitPassed && browserPassed && withinBudgets && passed ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runPhase(name, execute, report) {
  console.log(`\n— ${name}`);
  const begun = performance.now();
  const result = await execute();
  phases.push({ name, minutes: (performance.now() - begun) / 60_000, report });
  return result;
}

function runTests(name, parameters) {
  const report = join(folder, `${parameters[0]}.json`);
  process.env.FLEETLENS_REPORT = report;
  return runPhase(name, () => run('npx', [...parameters, ...words]), report);
}

/**
 * Runs a command. With `quietly`, its output is printed only on failure.
 * @returns true on success
 */
function run(command, parameters, quietly) {
  const output = quietly ? 'pipe' : 'inherit';
  const child = spawn(command, parameters, { stdio: ['ignore', output, output] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => printed.push(text));
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (status) => {
      if (status !== 0) process.stderr.write(`${Buffer.concat(printed)}\n${command} ${parameters.join(' ')} failed.\n`);
      resolve(status === 0);
    });
  });
}

async function must(phase) {
  if (!(await phase)) throw new Error('The remaining steps were not run.');
}

/** Finds or installs the programs that tests use, and tells the test runners where they are. */
async function findPrograms() {
  const programs = {
    CHROMIUM_PATH: await findOrInstallChromium(),
    ...(long && { FIREFOX_PATH: findOrInstallFirefox(), NGINX_PATH: findOrUnpackNginx(folder) }),
  };
  for (const [variable, path] of Object.entries(programs)) if (path) process.env[variable] = path;
  return programs;
}

function reportMissingPrograms({ FIREFOX_PATH, NGINX_PATH }) {
  const isInstalled = (program) => spawnSync(program, ['--version']).status === 0;
  const missing = [
    !FIREFOX_PATH && ['in Firefox', 'firefox-esr, or set FIREFOX_PATH'],
    !NGINX_PATH && ['behind nginx', 'nginx, or set NGINX_PATH'],
    !isInstalled('promtool') && ['of the metrics format', 'prometheus (for promtool)'],
    !isInstalled('systemd-analyze') && ['of the systemd unit in docs/hosting.md', 'systemd (for systemd-analyze)'],
  ];
  for (const [tests, what] of missing.filter(Boolean))
    console.log(`WARNING: the tests ${tests} were skipped. To run them, install ${what}.`);
}
