import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from 'playwright/types/testReporter';
import { type ReportedTest, shortenError, writeReport } from './report.ts';

type Progress = { left: number; passed: number; failed: number; seconds: number };

/** Prints a line for each file of browser tests when its last test has ended, and writes the report. */
export default class FileReporter implements Reporter {
  private readonly files = new Map<string, Progress>();
  private tests: TestCase[] = [];
  private left = 0;

  onBegin(_: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
    this.left = this.tests.length;
    for (const test of this.tests) this.getProgress(test).left++;
    console.log(`${this.left} tests in ${this.files.size} files`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const progress = this.getProgress(test);
    progress.seconds += result.duration / 1000;
    const failed = result.status !== test.expectedStatus && result.status !== 'skipped';
    if (failed) console.log(`  ✗ ${nameTest(test)}\n${result.errors[0]?.message ?? result.status}`);
    // a failed test runs once more
    if (failed && result.retry < test.retries) return;
    progress.left--;
    this.left--;
    if (['expected', 'flaky'].includes(test.outcome())) progress.passed++;
    else if (test.outcome() !== 'skipped') progress.failed++;
    if (progress.left === 0) this.printFile(getFile(test), progress);
  }

  onEnd(): void {
    writeReport({
      tests: this.tests.map(describeTest),
      secondsPerFile: Object.fromEntries([...this.files].map(([file, { seconds }]) => [file, seconds])),
    });
  }

  printsToStdio(): boolean {
    return true;
  }

  private printFile(file: string, { passed, failed, seconds }: Progress): void {
    const counts = `${passed} passed${failed ? `, ${failed} FAILED` : ''}`;
    console.log(` ${failed ? '✗' : '✓'} ${file}  ${counts}  ${seconds.toFixed(1)} s  (${this.left} tests left)`);
  }

  private getProgress(test: TestCase): Progress {
    const file = getFile(test);
    const known = this.files.get(file);
    if (known) return known;
    const progress = { left: 0, passed: 0, failed: 0, seconds: 0 };
    this.files.set(file, progress);
    return progress;
  }
}

const STATUSES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;

function describeTest(test: TestCase): ReportedTest {
  const error = test.results.flatMap(({ errors }) => errors)[0];
  return {
    name: nameTest(test),
    status: STATUSES[test.outcome()],
    seconds: test.results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    ...(error && { error: shortenError(error.message ?? 'no message') }),
  };
}

function getFile(test: TestCase): string {
  return relative(process.cwd(), test.location.file);
}

function nameTest(test: TestCase): string {
  // without the project and the file
  const [, project = '', , ...titles] = test.titlePath();
  return [getFile(test), ...titles].join(' › ') + (project.startsWith('Firefox') ? ' (Firefox)' : '');
}
