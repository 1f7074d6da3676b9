import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from 'playwright/types/testReporter';

type Progress = { left: number; passed: number; failed: number; time: number };

export default class FileReporter implements Reporter {
  #files = new Map<string, Progress>();
  #root = '';
  #left = 0;

  onBegin(_: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    this.#root = process.cwd();
    this.#left = tests.length;
    for (const test of tests) this.#progress(test).left++;
    console.log(`${tests.length} tests in ${this.#files.size} files`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const progress = this.#progress(test);
    progress.time += result.duration;
    const failed = result.status !== test.expectedStatus && result.status !== 'skipped';
    if (failed) console.log(`  ✗ ${this.#nameOf(test)} › ${test.title}\n${result.errors[0]?.message ?? result.status}`);
    // a retry only records a trace and does not count
    if (failed && result.retry < test.retries) return;
    progress.left--;
    this.#left--;
    if (test.outcome() === 'expected') progress.passed++;
    else if (test.outcome() !== 'skipped') progress.failed++;
    if (progress.left === 0) this.#tell(this.#nameOf(test), progress);
  }

  printsToStdio(): boolean {
    return true;
  }

  #tell(file: string, { passed, failed, time }: Progress): void {
    const counts = `${passed} passed${failed ? `, ${failed} FAILED` : ''}`;
    console.log(` ${failed ? '✗' : '✓'} ${file}  ${counts}  ${(time / 1000).toFixed(1)} s  (${this.#left} tests left)`);
  }

  #nameOf(test: TestCase): string {
    return relative(this.#root, test.location.file);
  }

  #progress(test: TestCase): Progress {
    const file = this.#nameOf(test);
    const known = this.#files.get(file);
    if (known) return known;
    const progress = { left: 0, passed: 0, failed: 0, time: 0 };
    this.#files.set(file, progress);
    return progress;
  }
}
