/**
 * `npm test`: prepares a bare clone and runs all tests, the quickest first. Arguments select tests by path. `npm run
 * check` adds long tests, types, lint and budgets; `--rest` runs only these additions. Plain JavaScript that needs only
 * Node, because it runs before anything is installed.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallChromium, findOrInstallFirefox, findOrUnpackNginx } from '#e2e/runner/browser.mjs';
import { listSpecs, printSummary, summarizeBrowserReport, summarizeUnitReport } from '#e2e/runner/testSummary.mjs';
import { installDependencies } from '#install.mjs';

const { values: options, positionals: words } = parseArgs({
  options: { check: { type: 'boolean' }, rest: { type: 'boolean' } },
  allowPositionals: true,
});
const all = options.check || options.rest;
process.env.FLEETLENS_LONG = all ? '1' : '';
const onlyLong = options.rest ? ['--tagsFilter=long'] : [];

const reports = mkdtempSync(join(tmpdir(), 'fleetlens-reports-'));
const unitReport = join(reports, 'unit.json');
/** Path of the report, as set in playwright.config.ts. */
const browserReport = 'test-results/browser.json';
/** Maximum duration of a quick run, in minutes: twice the duration on two idle cores. */
const MINUTES_MAX = 20;
const begun = performance.now();

try {
  installDependencies();
  const built = step('build', 'npm', ['run', '--silent', 'build'], 'quietly');
  if (all) {
    await must(step('types', 'npx', ['tsc', '--noEmit']));
    await must(step('lint', 'npm', ['run', '--silent', 'lint']));
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  const unit = step('unit and service tests', 'npx', [
    'vitest',
    'run',
    '--passWithNoTests',
    ...onlyLong,
    ...reporters,
    ...words,
  ]);
  process.env.CHROMIUM_PATH = await findOrInstallChromium();
  const found = all ? { FIREFOX_PATH: findOrInstallFirefox(), NGINX_PATH: findOrUnpackNginx(reports) } : {};
  for (const [variable, path] of Object.entries(found)) if (path) process.env[variable] = path;
  const leftOut = all ? 0 : await countLong();
  const unitPassed = await unit;
  await must(built);
  const browserPassed = await step('browser tests', 'npx', [
    'playwright',
    'test',
    '--pass-with-no-tests',
    ...(options.rest ? ['--grep', '@long'] : []),
    ...words,
  ]);
  // last, so that nothing else runs at the same time
  const budgetsKept = !all || (await step('budgets', 'npx', ['tsx', 'e2e/bench.ts', '--budgets']));
  const counted = printSummary(
    [
      summarizeUnitReport(unitReport, { long: all, quick: !options.rest }),
      summarizeBrowserReport(browserReport, leftOut),
    ],
    Number(minutesSince(begun)),
    all ? undefined : MINUTES_MAX,
  );
  const runs = (program) => spawnSync(program, ['--version']).status === 0;
  if (all && !found.FIREFOX_PATH) reportMissing('in Firefox', 'firefox-esr, or set FIREFOX_PATH');
  if (all && !found.NGINX_PATH) reportMissing('behind nginx', 'nginx, or set NGINX_PATH');
  if (all && !runs('promtool')) reportMissing('of the metrics format', 'prometheus (for promtool)');
  if (all && !runs('systemd-analyze'))
    reportMissing('of the systemd unit in docs/hosting.md', 'systemd (for systemd-analyze)');
  process.exitCode = unitPassed && browserPassed && budgetsKept && counted ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

/**
 * Runs a step. With `quietly`, output is printed only on failure.
 * @returns true on success
 */
function step(name, command, parameters, quietly) {
  const at = minutesSince(begun);
  if (!quietly) console.log(`\n— ${name} (${at} min)`);
  const child = spawn(command, parameters, {
    stdio: ['ignore', ...(quietly ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  });
  const said = [];
  child.stdout?.on('data', (text) => said.push(text));
  child.stderr?.on('data', (text) => said.push(text));
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (status) => {
      if (status !== 0) process.stderr.write(`${Buffer.concat(said)}\n${name} failed.\n`);
      resolve(status === 0);
    });
  });
}

function countLong() {
  const parameters = ['playwright', 'test', '--list', '--grep', '@long', '--reporter=json', ...words];
  const environment = { ...process.env, FLEETLENS_LONG: '1' };
  return new Promise((resolve, reject) => {
    execFile('npx', parameters, { env: environment, maxBuffer: 2 ** 26 }, (_, said) => {
      try {
        resolve(listSpecs(JSON.parse(said).suites).length);
      } catch (error) {
        reject(error);
      }
    });
  });
}

function reportMissing(tests, what) {
  console.log(`\nWARNING: the tests ${tests} were skipped. To run them, install ${what}.`);
}

async function must(step) {
  if (!(await step)) throw new Error('The remaining steps were not run.');
}

function minutesSince(moment) {
  return ((performance.now() - moment) / 60_000).toFixed(1);
}
