/**
 * `npm test`, and with --check `npm run check`: everything from a bare clone to the last browser test. Plain JavaScript
 * on Node alone, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '#e2e/kit/browser.mjs';
import { install } from '#install.mjs';

const check = process.argv.includes('--check');
const reports = mkdtempSync(join(tmpdir(), 'fleetlens-reports-'));
const reportOf = (name) => join(reports, `${name}.json`);

try {
  install();
  process.env.CHROMIUM_PATH = await findBrowser();
  if (check) {
    run('types', 'npx', ['tsc', '--noEmit']);
    run('lint', 'npx', ['biome', 'check', '.']);
  }
  run('build', 'npm', ['run', '--silent', 'build']);
  const unit = run('unit and service tests', 'npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf('unit')}`,
  ]);
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reportOf('browser');
  const browser = run('browser tests', 'npx', ['playwright', 'test', '--reporter=list,json']);
  // last, when nothing else runs beside it
  const budgets = !check || run('budget tests', 'npx', ['tsx', 'e2e/bench.ts', '--budgets']);
  close(unit && browser && budgets);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

/** Runs one step. Tests report through their files whether they pass or fail; any other step must succeed. */
function run(name, command, parameters) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' });
  const tests = name.endsWith('tests');
  if (status !== 0 && !tests) throw new Error(`\n${name} failed.`);
  return status === 0;
}

/** Ends with the counts, and above them what failed, since its own words are thousands of lines further up. */
function close(passing) {
  const counts = [unitCounts(), browserCounts()];
  for (const failure of counts.flatMap((count) => count.failures)) console.log(`\nFAILED ${failure}`);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`,
  );
  process.exitCode = passing && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

function unitCounts() {
  const report = readReport('unit');
  const failed = (tests) => tests.filter(({ status }) => status === 'failed');
  return {
    failures: report.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) =>
        failed(assertionResults).length > 0
          ? failed(assertionResults).map((test) => failure(name, test.fullName, test.failureMessages))
          : [failure(name, 'the file', [message])],
      ),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function browserCounts() {
  const { stats, suites } = readReport('browser');
  return {
    failures: specsOf(suites)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) =>
        failure(
          file,
          title,
          tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))),
        ),
      ),
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

/** Suites hold suites: every spec of them all. */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)]);
}

/** One test that failed, with the beginning of why. */
function failure(file, title, messages) {
  return [`${file} › ${title}`, ...messages.flatMap((message) => message.split('\n').slice(0, 12))].join('\n  ');
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportOf(name), 'utf8'));
  } catch {
    throw new Error(`The ${name} tests ended without a report.`);
  }
}
