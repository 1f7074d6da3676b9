import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SLOWEST = 10;

/**
 * Prints the slowest tests, failures and counts, because the runners' output is thousands of lines long.
 * @returns true if tests ran, none failed, and the duration is at most `most` minutes
 */
export function printSummary(counts, minutes, most = Number.POSITIVE_INFINITY) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const slowest = counts.flatMap(({ times }) => times).sort((one, other) => other.time - one.time);
  console.log(`\nSlowest tests (total time ${minutes} min):`);
  for (const { name, time } of slowest.slice(0, SLOWEST))
    console.log(`${(time / 1000).toFixed(1).padStart(7)} s  ${name}`);
  for (const formatFailure of counts.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${formatFailure}`);
  const long = sum('long');
  if (long > 0) console.log(`\nLong-running tests not run: ${long}. To run them: npm run check`);
  const skipped = sum('skipped');
  if (skipped > 0) console.log(`Skipped tests: ${skipped}. A required program is missing; see the warnings.`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
  if (minutes > most)
    console.log(
      `The run took ${minutes} minutes, but at most ${most} are allowed. Tag slow tests as long, and keep a quick test for each.`,
    );
  return sum('failed') === 0 && sum('passed') > 0 && minutes <= most;
}

export function summarizeUnitReport(path, { long = false, quick = false }) {
  const report = readReport(path, 'unit');
  const longLeftOut = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && tags?.includes('long')).length;
  const leftOut = report.numPendingTests + report.numTodoTests;
  const failed = (tests) => tests.filter(({ status }) => status === 'failed');
  return {
    failures: report.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) =>
        failed(assertionResults).length > 0
          ? failed(assertionResults).map((test) => formatFailure(name, test.fullName, test.failureMessages))
          : [formatFailure(name, 'the file', [message])],
      ),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    // tests of the other kind of run do not count as skipped
    skipped: (quick ? leftOut - longLeftOut : 0) + (long ? longLeftOut : 0),
    long: long ? 0 : longLeftOut,
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(process.cwd(), name)} › ${fullName}`,
        time: duration ?? 0,
      })),
    ),
  };
}

/** Summarizes Playwright's JSON report; `long` is the number of skipped long tests. */
export function summarizeBrowserReport(path, long) {
  const { stats, suites } = readReport(path, 'browser');
  const specs = listSpecs(suites);
  const resultsOf = (tests) => tests.flatMap(({ results }) => results);
  return {
    failures: specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title, tests }) =>
        formatFailure(
          file,
          title,
          resultsOf(tests).flatMap(({ errors }) => errors.map(({ message }) => message)),
        ),
      ),
    passed: stats.expected,
    // a retry only records a trace
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    long,
    times: specs.flatMap(({ file, title, tests }) =>
      resultsOf(tests).map(({ duration }) => ({ name: `e2e/${file} › ${title}`, time: duration })),
    ),
  };
}

export function listSpecs(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...listSpecs(suite.suites)]);
}

function formatFailure(file, title, messages) {
  return [`${file} › ${title}`, ...messages.flatMap((message) => message.split('\n').slice(0, 12))].join('\n  ');
}

function readReport(path, name) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`The ${name} tests ended without a report. Their output is above.`);
  }
}
