import { writeFileSync } from 'node:fs';

/** Result of a test. `flaky`: it failed and then passed; `error` is the first error. `long`: not part of this run. */
export type ReportedTest = {
  name: string;
  status: 'passed' | 'failed' | 'flaky' | 'skipped' | 'long';
  seconds: number;
  error?: string;
};

/** RunReport of a phase. The seconds of all files together are the time of its workers. */
export type RunReport = { tests: readonly ReportedTest[]; secondsPerFile: Readonly<Record<string, number>> };

/** Writes the report to the path that e2e/run.mjs names. Without it, the runner was started directly. */
export function writeReport(report: RunReport): void {
  const path = process.env['FLEETLENS_REPORT'];
  if (path) writeFileSync(path, JSON.stringify(report));
}
