import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type ReportedTest, shortenError, writeReport } from './report.ts';

/** Writes the report of the unit and service tests. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const secondsPerFile: Record<string, number> = {};
    const tests = modules.flatMap((module) => {
      const file = relative(process.cwd(), module.moduleId);
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
      const seconds = (collectDuration + setupDuration + prepareDuration + duration) / 1000;
      secondsPerFile[file] = (secondsPerFile[file] ?? 0) + seconds;
      const found = [...module.children.allTests()].map((test) => describeTest(file, test));
      // an error outside of tests: in an import or in a hook
      const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
      const broken = errors.map(({ message }) => ({
        name: file,
        status: 'failed' as const,
        seconds: 0,
        error: message,
      }));
      return [...found, ...broken];
    });
    writeReport({ tests, secondsPerFile });
  }
}

function describeTest(file: string, test: TestCase): ReportedTest {
  const { state, errors } = test.result();
  const { flaky = false, duration = 0 } = test.diagnostic() ?? {};
  const error = errors?.[0]?.stack ?? errors?.[0]?.message;
  const leftOut = test.tags.includes('long') && !process.env['FLEETLENS_LONG'];
  return {
    name: `${file} › ${test.fullName}`,
    status: state === 'pending' ? 'skipped' : state === 'skipped' && leftOut ? 'long' : flaky ? 'flaky' : state,
    seconds: duration / 1000,
    ...(error !== undefined && { error: shortenError(error) }),
  };
}
