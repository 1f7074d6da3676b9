import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hasLimit } from '#dashboard/dashboard.ts';
import { createServiceFeatures, fetchServiceFeatures } from '#dashboard/serviceFeatures.ts';
import { describeLimit } from '#dashboard/tileLimit.ts';
import { readTiles } from '#dashboard/tileReader.ts';
import { getExitCode, isAlertState } from '#dashboard/tileResult.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { createTileKeys, type DashboardRecord, evaluateTiles, type TrackedRefresh } from '#dashboard/tileTracker.ts';
import { getServiceClockOffset } from '#lib/time/serviceClock.ts';
import { parseChoiceOption, parseCommandArguments } from '#server/cli/commandArguments.ts';
import { writeFileAtomically } from '#server/cli/commands/files.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import { readOperatorConfig } from '#server/http/loadHostConfig.ts';
import { CHECK_OPTIONS } from './checkOptions.ts';
import type { Alert, CheckState } from './checkState.ts';
import { describeNetworkError } from './describeNetworkError.ts';
import {
  type CheckReport,
  createUniqueTitles,
  formatJsonReport,
  formatPluginReport,
  formatPrometheusReport,
  getReportState,
} from './formatCheck.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckOptions, parseCheckOptions } from './parseCheckOptions.ts';
import { sendAlerts } from './webhook.ts';

const UNKNOWN_EXIT_CODE = getExitCode('unknown');

const HOUR_MS = 3_600_000;

/** Step back of the clock that is not reported, because clocks are corrected by seconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Longest time between two checks that is not reported. Nothing is compared over a longer time. */
const PAUSE_MAX_MS = 8 * 24 * HOUR_MS;

/** Evaluates a dashboard file. The exit code is that of a monitoring plugin, also for errors. */
export async function runCheckCommand(args: string[]): Promise<void> {
  let format: CheckFormat = 'text';
  try {
    const { values, positionals } = parseCommandArguments(args, CHECK_OPTIONS, 1);
    format = parseChoiceOption('--format', values.format ?? 'text', CHECK_FORMATS);
    const options = parseCheckOptions(values, positionals[0], format);
    if (options.everyMs === undefined) process.exitCode = await checkOnce(options);
    else await checkRepeatedly(options, options.everyMs);
  } catch (error) {
    const message = describeFailure(error);
    if (format !== 'text' || !(error instanceof UsageError)) printFailure(message, format);
    if (error instanceof UsageError) throw new UsageError(message, UNKNOWN_EXIT_CODE);
    throw new CommandError(message, UNKNOWN_EXIT_CODE);
  }
}

function describeFailure(error: unknown): string {
  return error instanceof CommandError ? error.message : `The check failed: ${error}`;
}

/** Prints why there is no result. Monitoring shows standard output. */
function printFailure(message: string, format: CheckFormat): void {
  if (format === 'text') console.log(`UNKNOWN: ${message.replaceAll('|', '/')}`);
  if (format === 'json') console.log(JSON.stringify({ state: 'unknown', message, tiles: [] }, null, 2));
}

/** @returns the exit code */
async function checkOnce(options: CheckOptions): Promise<number> {
  const { report, outputProblem } = await new Checker(options).check(new AbortController().signal);
  if (outputProblem !== undefined) throw new CommandError(outputProblem);
  return getExitCode(getReportState(report));
}

/** Checks until the process is asked to stop. An unfinished check is discarded. Only the first one must succeed. */
async function checkRepeatedly(options: CheckOptions, everyMs: number): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  const checker = new Checker(options);
  try {
    for (let count = 0; !stop.signal.aborted; count++) {
      const next = Date.now() + everyMs;
      try {
        const { outputProblem } = await checker.check(stop.signal);
        if (outputProblem !== undefined) console.error(outputProblem);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (count === 0 || !(error instanceof CommandError)) throw error;
        console.error(error.message);
        printFailure(error.message, options.format);
      }
      await wait(Math.max(0, next - Date.now()), undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
  }
}

type CheckResult = { report: CheckReport; outputProblem?: string | undefined };

/** Checks a dashboard. Keeps the state in memory between checks, in case that the state file cannot be used. */
class Checker {
  readonly #options: CheckOptions;
  readonly #titles: readonly string[];
  #state: CheckState | undefined;
  #isSaved = false;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#titles = createUniqueTitles(options.dashboard.tiles.map(getTileTitle));
  }

  /**
   * Checks once, prints the report and posts alerts. Prints nothing if `signal` aborts.
   * @throws CommandError if the state file is in use for too long, or belongs to something else
   */
  async check(signal: AbortSignal): Promise<CheckResult> {
    const { stateFile, timeoutMs } = this.#options;
    const lock = await stateFile?.lock(timeoutMs, signal);
    try {
      return await this.#checkLocked(signal, lock?.problem);
    } finally {
      await lock?.release();
    }
  }

  async #checkLocked(signal: AbortSignal, lockProblem: string | undefined): Promise<CheckResult> {
    const { dashboard, stateFile, everyMs } = this.#options;
    const problems = lockProblem === undefined ? [] : [lockProblem];
    let noRecordReason =
      stateFile || everyMs !== undefined ? undefined : 'The limit depends on earlier refreshes. Use --state FILE.';
    // another check may have written the file since
    const stored = this.#state && !this.#isSaved ? undefined : await stateFile?.read();
    if (stored && 'problem' in stored) {
      problems.push(stored.problem);
      if (!this.#state) noRecordReason = describeLoss(stored.problem);
    }
    const { readings, now } = await this.#readTiles(signal);
    const empty: CheckState = { record: { opened: now, tiles: {} }, outbox: { alerts: [] } };
    const before = (stored && 'state' in stored ? stored.state : this.#state) ?? empty;
    problems.push(...describeClock(before.at, now));
    let tracked = evaluateTiles(dashboard.tiles, readings, before.record, { now, noRecordReason });
    if (signal.aborted) return { report: this.#createReport(tracked, now) };
    const alerts = [...before.outbox.alerts, ...this.#createAlerts(tracked, before.record, now)];
    const state = { at: now, record: tracked.record, outbox: { ...before.outbox, alerts } };
    const writeProblem = await this.#save(state);
    if (writeProblem !== undefined) {
      problems.push(writeProblem);
      // a daemon still has its state in memory
      if (everyMs === undefined) {
        noRecordReason = describeLoss(writeProblem);
        tracked = evaluateTiles(dashboard.tiles, readings, before.record, { now, noRecordReason });
      }
    }
    const report = this.#createReport(tracked, now);
    for (const problem of problems) console.error(problem);
    const outputProblem = await this.#print(report);
    await this.#sendAlerts(state, signal);
    return { report, outputProblem };
  }

  async #readTiles(signal: AbortSignal) {
    const { dashboard, connection, timeoutMs } = this.#options;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const either = AbortSignal.any([signal, timeout.signal]);
    try {
      const config = process.env['FLEETLENS_CONFIG'];
      const features = config?.trim()
        ? createServiceFeatures(readOperatorConfig(config))
        : await fetchServiceFeatures(connection, either);
      const options = { connection, features, signal: either, useWorker: false, describeNetworkError };
      return { readings: await readTiles(dashboard.tiles, options), now: Date.now() };
    } finally {
      clearTimeout(timer);
    }
  }

  #createReport({ tiles: tracked }: TrackedRefresh, asOf: number): CheckReport {
    const { dashboard } = this.#options;
    const tiles = dashboard.tiles.flatMap((tile, at) => {
      const [title = '', own] = [this.#titles[at], tracked[at]];
      return own ? [{ ...own, title, tile }] : [];
    });
    return { dashboard: dashboard.name, asOf, tiles };
  }

  #createAlerts(tracked: TrackedRefresh, before: DashboardRecord, at: number): Alert[] {
    const { dashboard, connection, webhook } = this.#options;
    if (!webhook) return [];
    const keys = createTileKeys(dashboard.tiles);
    return this.#createReport(tracked, at).tiles.flatMap(({ title, tile, hasCrossed, result }, index) => {
      const { state, number } = result;
      if (!hasCrossed || !isAlertState(state) || !hasLimit(tile)) return [];
      const key = keys[index] ?? '';
      // a check that cannot write its state finds the same crossing again, and so does one that lost it
      const start = before.tiles[key]?.since ?? Math.floor(at / HOUR_MS);
      const parts = JSON.stringify([connection.baseUrl, dashboard.name, key, state, start]);
      const id = createHash('sha256').update(parts).digest('hex').slice(0, 32);
      const limit = describeLimit(tile.limit, tile.compare);
      return [{ id, dashboard: dashboard.name, tile: title, state, limit, at, ...number }];
    });
  }

  async #sendAlerts(state: CheckState, signal: AbortSignal): Promise<void> {
    const { webhook } = this.#options;
    if (!webhook || state.outbox.alerts.length === 0) return;
    const { problems, ...outbox } = await sendAlerts(webhook, state.outbox, { signal });
    const writeProblem = await this.#save({ ...state, outbox });
    for (const problem of [...problems, ...(writeProblem === undefined ? [] : [writeProblem])]) console.error(problem);
  }

  /** @returns why the state was not written, if it was not */
  async #save(state: CheckState): Promise<string | undefined> {
    const { stateFile } = this.#options;
    const problem = await stateFile?.write(state);
    this.#state = state;
    this.#isSaved = stateFile !== undefined && problem === undefined;
    return problem;
  }

  /** @returns why the report was not written, if it was not */
  async #print(report: CheckReport): Promise<string | undefined> {
    const { format, output } = this.#options;
    const text = await formatReport(report, format);
    if (output === undefined) {
      console.log(text);
      return undefined;
    }
    try {
      // monitoring reads it as another user
      await writeFileAtomically(output, `${text}\n`, 0o644);
      return undefined;
    } catch (error) {
      return `--output: ${describeFailure(error)}`;
    }
  }
}

function describeLoss(problem: string): string {
  return `The limit depends on earlier refreshes, which are not available: ${problem}`;
}

/** Explains jumps of the clock since the last check, and a difference from the service's clock. */
function describeClock(before: number | undefined, now: number): string[] {
  const problems: string[] = [];
  const [last, current] = [before ?? now, now].map((time) => new Date(time).toISOString());
  if (before !== undefined && now < before - CLOCK_TOLERANCE_MS)
    problems.push(
      `The clock of this computer went back: the last check was at ${last}, and it is ${current} now. Later numbers are kept, but not compared until then.`,
    );
  if (before !== undefined && now > before + PAUSE_MAX_MS)
    problems.push(
      `The last check was at ${last}, and it is ${current} now. If the checks were not paused, the clock of this computer is wrong.`,
    );
  const offset = getServiceClockOffset();
  if (offset !== 0)
    problems.push(
      `The clocks of this computer (${current}) and of the service (${new Date(now + offset).toISOString()}) differ. Set the wrong one.`,
    );
  return problems;
}

function formatReport(report: CheckReport, format: CheckFormat): string | Promise<string> {
  if (format === 'json') return formatJsonReport(report);
  return format === 'text' ? formatPluginReport(report) : formatPrometheusReport(report);
}
