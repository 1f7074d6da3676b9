import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FLAKY_FILE = 'test-results/flaky.json';
const SLOWEST_FILES = 10;
const SLOW_RUN_MINUTES = 10;
const ERROR_LINES = 12;

/**
 * Prints the failures, flaky tests and counts of a run, because the runners' output is thousands of lines long. Stores
 * the flaky tests in test-results/flaky.json.
 * @param phases of the run, with `minutes` and, if they ran tests, the path of a `report`
 * @returns true if tests ran and none failed
 */
export function printSummary(phases) {
  const reports = phases.flatMap(({ name, report }) => (report ? [{ name, ...readReport(name, report) }] : []));
  const tests = reports.flatMap((report) => report.tests);
  const withStatus = (status) => tests.filter((test) => test.status === status);
  const [failed, flaky, skipped] = ['failed', 'flaky', 'skipped'].map(withStatus);
  const passed = withStatus('passed').length + flaky.length;

  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  console.log(`\n${phases.map(({ name, minutes }) => `${name} ${minutes.toFixed(1)} min`).join(', ')}`);
  for (const { name, tests, secondsPerFile } of reports) {
    const count = tests.filter(({ status }) => status !== 'long').length;
    const seconds = Object.values(secondsPerFile).reduce((sum, time) => sum + time, 0);
    console.log(`${name}: ${count} tests, ${seconds.toFixed(0)} s of worker time`);
  }
  if (minutes > SLOW_RUN_MINUTES) printSlowestFiles(reports);
  for (const test of failed) console.log(`\nFAILED ${formatTest(test)}`);
  for (const test of flaky) console.log(`\nFLAKY ${formatTest(test)}`);
  mkdirSync('test-results', { recursive: true });
  writeFileSync(FLAKY_FILE, `${JSON.stringify(flaky, ['name', 'error'], 2)}\n`);
  if (skipped.length > 0)
    console.log(`\nSkipped tests: ${skipped.length}. A program or permission is missing, or too many tests failed.`);
  console.log(`\n${passed} passed, ${failed.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`);
  return failed.length === 0 && passed > 0;
}

function printSlowestFiles(reports) {
  const files = reports.flatMap(({ secondsPerFile }) => Object.entries(secondsPerFile));
  console.log('\nFiles that took longest:');
  for (const [file, seconds] of files.sort(([, one], [, other]) => other - one).slice(0, SLOWEST_FILES))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function formatTest({ name, error = '' }) {
  return [name, ...error.split('\n').slice(0, ERROR_LINES)].join('\n  ');
}

function readReport(name, path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`The ${name} ended without a report. Their output is above.`);
  }
}
