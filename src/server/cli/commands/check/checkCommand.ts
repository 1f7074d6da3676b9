import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hasLimit } from '#dashboard/dashboard.ts';
import { createServiceFeatures, fetchServiceFeatures } from '#dashboard/serviceFeatures.ts';
import { describeLimit } from '#dashboard/tileLimit.ts';
import { readTiles } from '#dashboard/tileReader.ts';
import { getStateCode, isOverLimit } from '#dashboard/tileResult.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { trackRefresh } from '#dashboard/tileTracker.ts';
import { parseChoiceOption, parseCommandArguments } from '#server/cli/commandArguments.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import { readOperatorConfig } from '#server/http/loadHostConfig.ts';
import { CHECK_OPTIONS } from './checkOptions.ts';
import type { CheckState, Crossing } from './checkState.ts';
import {
  type CheckReport,
  createUniqueTitles,
  formatJsonReport,
  formatPrometheusReport,
  formatTextReport,
  getReportState,
} from './formatCheck.ts';
import { CHECK_MESSAGES } from './messages.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckOptions, parseCheckOptions } from './parseCheckOptions.ts';
import { getErrorCode } from './readSecret.ts';
import { sendCrossings } from './webhook.ts';
import { writeFileAtomically } from './writeFileAtomically.ts';

const UNKNOWN_EXIT_CODE = getStateCode('unknown');

/** Evaluates a dashboard file. The exit code is that of a monitoring plugin, also for errors. */
export async function runCheckCommand(args: string[]): Promise<void> {
  let format: CheckFormat = 'text';
  try {
    const { values, positionals } = parseCommandArguments(args, CHECK_OPTIONS);
    format = parseChoiceOption('--format', values.format ?? 'text', CHECK_FORMATS);
    const options = parseCheckOptions(values, positionals, format);
    if (options.everyMs === undefined) process.exitCode = await checkOnce(options);
    else await checkRepeatedly(options, options.everyMs);
  } catch (error) {
    const message = error instanceof CommandError ? error.message : CHECK_MESSAGES.unexpected(String(error));
    // monitoring shows standard output
    if (format === 'text' && !(error instanceof UsageError)) console.log(`UNKNOWN: ${message.replaceAll('|', '/')}`);
    if (format === 'json') console.log(JSON.stringify({ state: 'unknown', message, tiles: [] }, null, 2));
    if (error instanceof UsageError) throw new UsageError(message, UNKNOWN_EXIT_CODE);
    throw new CommandError(message, UNKNOWN_EXIT_CODE);
  }
}

/** @returns the exit code */
async function checkOnce(options: CheckOptions): Promise<number> {
  const checker = new Checker(options);
  return getStateCode(getReportState(await checker.check(new AbortController().signal)));
}

/** Checks until the process is asked to stop. An unfinished check is discarded. */
async function checkRepeatedly(options: CheckOptions, everyMs: number): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  const checker = new Checker(options);
  try {
    while (!stop.signal.aborted) {
      const next = Date.now() + everyMs;
      await checker.check(stop.signal);
      await wait(Math.max(0, next - Date.now()), undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
  }
}

/** Checks a dashboard. Keeps the state in memory between checks, and in the state file. */
class Checker {
  readonly #options: CheckOptions;
  readonly #titles: readonly string[];
  #state: CheckState | undefined;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#titles = createUniqueTitles(options.dashboard.tiles.map(getTileTitle));
  }

  /** Checks once, prints the report and posts crossings. Prints nothing if `signal` aborts. */
  async check(signal: AbortSignal): Promise<CheckReport> {
    const { dashboard, stateFile, everyMs } = this.#options;
    const problems: string[] = [];
    const known = this.#state ? { state: this.#state } : await stateFile?.read();
    let noRecordReason = stateFile || everyMs !== undefined ? undefined : CHECK_MESSAGES.stateMissing;
    if (known && 'problem' in known) {
      problems.push(known.problem);
      noRecordReason = CHECK_MESSAGES.stateUnavailable(known.problem);
    }
    const { readings, now } = await this.#readTiles(signal);
    const empty: CheckState = { record: { opened: now, tiles: {} }, crossings: [] };
    const before = known && 'state' in known ? known.state : empty;
    let tracked = trackRefresh(dashboard.tiles, readings, before.record, { now, noRecordReason });
    if (signal.aborted) return this.#createReport(tracked.tiles, now);
    let state: CheckState = {
      record: tracked.record,
      crossings: [...before.crossings, ...this.#createCrossings(tracked.tiles, now)],
    };
    const writeProblem = await stateFile?.write(state);
    if (writeProblem !== undefined) {
      problems.push(writeProblem);
      // a daemon still has its state in memory
      if (everyMs === undefined) {
        const reason = CHECK_MESSAGES.stateUnavailable(writeProblem);
        tracked = trackRefresh(dashboard.tiles, readings, before.record, { now, noRecordReason: reason });
      }
    }
    this.#state = state;
    const report = this.#createReport(tracked.tiles, now);
    await this.#print(report, problems);
    state = await this.#sendCrossings(state, signal);
    if (everyMs !== undefined) this.#state = state;
    return report;
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
      const readings = await readTiles(dashboard.tiles, { connection, features, signal: either, useWorker: false });
      return { readings, now: Date.now() };
    } finally {
      clearTimeout(timer);
    }
  }

  #createReport(tracked: ReturnType<typeof trackRefresh>['tiles'], asOf: number): CheckReport {
    const { dashboard } = this.#options;
    const tiles = dashboard.tiles.flatMap((tile, at) => {
      const [title = '', own] = [this.#titles[at], tracked[at]];
      return own ? [{ ...own, title, tile }] : [];
    });
    return { dashboard: dashboard.name, asOf, tiles };
  }

  #createCrossings(tracked: ReturnType<typeof trackRefresh>['tiles'], at: number): Crossing[] {
    const { dashboard, webhook } = this.#options;
    if (!webhook) return [];
    return this.#createReport(tracked, at).tiles.flatMap(({ title, tile, hasCrossed, result: { state, number } }) => {
      if (!hasCrossed || !isOverLimit(state) || !hasLimit(tile)) return [];
      const limit = describeLimit(tile.limit, tile.compare);
      return [{ id: randomUUID(), dashboard: dashboard.name, tile: title, state, limit, at, ...number }];
    });
  }

  async #sendCrossings(state: CheckState, signal: AbortSignal): Promise<CheckState> {
    const { webhook, stateFile } = this.#options;
    if (!webhook || state.crossings.length === 0) return state;
    const { waiting, problems } = await sendCrossings(webhook, state.crossings, { signal });
    const next = { ...state, crossings: waiting };
    const writeProblem = await stateFile?.write(next);
    for (const problem of [...problems, ...(writeProblem === undefined ? [] : [writeProblem])]) console.error(problem);
    return next;
  }

  async #print(report: CheckReport, problems: readonly string[]): Promise<void> {
    const { format, output } = this.#options;
    for (const problem of problems) console.error(problem);
    const text = await formatReport(report, format);
    if (output === undefined) return console.log(text);
    try {
      // monitoring reads it as another user
      await writeFileAtomically(output, `${text}\n`, 0o644);
    } catch (error) {
      const reason = CHECK_MESSAGES.fileUnwritable(output, getErrorCode(error));
      throw new CommandError(CHECK_MESSAGES.outputUnwritable(reason));
    }
  }
}

function formatReport(report: CheckReport, format: CheckFormat): string | Promise<string> {
  if (format === 'json') return formatJsonReport(report);
  return format === 'text' ? formatTextReport(report) : formatPrometheusReport(report);
}
