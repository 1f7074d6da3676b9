import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Result of a test. `flaky`: it failed and then passed; `error` is the first error. `long`: not part of this run. */
export type ReportedTest = {
  name: string;
  status: 'passed' | 'failed' | 'flaky' | 'skipped' | 'long';
  seconds: number;
  error?: string;
};

/** Results of a test runner. The seconds of all files together are the time of its workers. */
export type RunReport = { tests: readonly ReportedTest[]; secondsPerFile: Readonly<Record<string, number>> };

/** Shortens an error to what a reader of the summary needs: without colors and frames of the test runner. */
export function shortenError(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n');
  return lines.filter((line) => !line.includes('/node_modules/') && !line.includes('at new Promise')).join('\n');
}

/** Writes the report to the path that e2e/run.mjs names. Without it, the runner was started directly. */
export function writeReport(report: RunReport): void {
  const path = process.env['FLEETLENS_REPORT'];
  if (path) writeFileSync(path, JSON.stringify(report));
}
