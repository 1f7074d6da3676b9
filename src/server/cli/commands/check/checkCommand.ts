import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dashboard, isKnownTile } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { createServiceFeatures, fetchServiceFeatures } from '#dashboard/serviceFeatures.ts';
import { describeLimit } from '#dashboard/tileLimit.ts';
import { readTiles } from '#dashboard/tileReader.ts';
import { getStateCode } from '#dashboard/tileResult.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { trackRefresh } from '#dashboard/tileTracker.ts';
import { parseChoiceOption, parseCommandArguments, parseHttpUrlOption } from '#server/cli/commandArguments.ts';
import { COMMAND_MESSAGES } from '#server/cli/commands/messages.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import { readOperatorConfig } from '#server/http/loadHostConfig.ts';
import { CHECK_OPTIONS } from './checkOptions.ts';
import { type CheckState, CheckStateFile, type Crossing } from './checkState.ts';
import {
  type CheckReport,
  createUniqueTitles,
  formatJsonReport,
  formatPrometheusReport,
  formatTextReport,
  getReportState,
} from './formatCheck.ts';
import { CHECK_MESSAGES } from './messages.ts';
import { getErrorCode, readSecretFile } from './readSecret.ts';
import { postCrossings, type WebhookTarget } from './webhook.ts';
import { writeFileAtomically } from './writeFileAtomically.ts';

const UNKNOWN_EXIT_CODE = getStateCode('unknown');

const FORMATS = ['text', 'json', 'prometheus'] as const;

type CheckFormat = (typeof FORMATS)[number];

const PERIOD_UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };
const TIMEOUT_MS = 60_000;

type CheckOptions = {
  dashboard: Dashboard;
  connection: { id: string; baseUrl: string; apiKey: string; token: string };
  format: CheckFormat;
  output: string | undefined;
  stateFile: CheckStateFile | undefined;
  everyMs: number | undefined;
  timeoutMs: number;
  webhook: WebhookTarget | undefined;
};

/** Evaluates a dashboard file. The exit code is that of a monitoring plugin, also for errors. */
export async function runCheckCommand(args: string[]): Promise<void> {
  let format: CheckFormat = 'text';
  try {
    const { values, positionals } = parseCommandArguments(args, CHECK_OPTIONS);
    format = parseChoiceOption('--format', values.format ?? 'text', FORMATS);
    const options = createCheckOptions(values, positionals, format);
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

type CheckValues = ReturnType<typeof parseCommandArguments<typeof CHECK_OPTIONS>>['values'];

/** @throws CommandError */
function createCheckOptions(values: CheckValues, [file, ...more]: string[], format: CheckFormat): CheckOptions {
  if (file === undefined) throw new UsageError(CHECK_MESSAGES.fileMissing);
  if (more.length > 0) throw new UsageError(COMMAND_MESSAGES.tooManyArguments('check', more));
  if (values.url === undefined) throw new UsageError(CHECK_MESSAGES.urlMissing);
  const baseUrl = parseHttpUrlOption('--url', values.url).replace(/\/+$/, '');
  const everyMs = values.every === undefined ? undefined : parsePeriod('--every', values.every, '10s', '24h');
  if (values.webhook !== undefined && values.state === undefined && everyMs === undefined)
    throw new UsageError(CHECK_MESSAGES.webhookNeedsState);
  const dashboard = readDashboard(file);
  const env = process.env;
  return {
    dashboard,
    connection: {
      id: 'check',
      baseUrl,
      apiKey: getCredential(
        'API key',
        ['FLEETLENS_API_KEY', env['FLEETLENS_API_KEY']],
        ['--key-file', values['key-file']],
      ),
      token: getCredential(
        'token',
        ['FLEETLENS_TOKEN', env['FLEETLENS_TOKEN']],
        ['--token-file', values['token-file']],
      ),
    },
    format,
    output: values.output,
    stateFile:
      values.state === undefined
        ? undefined
        : new CheckStateFile(values.state, { service: baseUrl, dashboard: dashboard.name }),
    everyMs,
    timeoutMs: values.timeout === undefined ? TIMEOUT_MS : parsePeriod('--timeout', values.timeout, '1s', '1h'),
    webhook: values.webhook === undefined ? undefined : createWebhookTarget(values.webhook, values['secret-file']),
  };
}

function readDashboard(file: string): Dashboard {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(CHECK_MESSAGES.fileUnreadable(file, getErrorCode(error)));
  }
  const result = parseDashboardFile(text);
  if ('error' in result)
    throw new CommandError(CHECK_MESSAGES.fileInvalid(file, describeDashboardFileError(result.error)));
  return result.dashboard;
}

function getCredential(
  name: string,
  [variable, value]: readonly [string, string | undefined],
  [option, file]: readonly [string, string | undefined],
): string {
  const secret = file === undefined ? value?.trim() : readSecretFile(file);
  if (!secret) throw new CommandError(CHECK_MESSAGES.credentialMissing(name, variable, option));
  return secret;
}

function createWebhookTarget(text: string, secretFile: string | undefined): WebhookTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw new CommandError(CHECK_MESSAGES.badWebhookUrl);
  const secret =
    secretFile === undefined ? process.env['FLEETLENS_WEBHOOK_SECRET']?.trim() : readSecretFile(secretFile);
  if (!secret) throw new CommandError(CHECK_MESSAGES.webhookSecretMissing);
  return { url, secret };
}

function parsePeriod(name: string, text: string, min: string, max: string): number {
  const ms = toMs(text);
  if (ms >= toMs(min) && ms <= toMs(max)) return ms;
  throw new CommandError(CHECK_MESSAGES.badPeriod(name, text, min, max));
}

function toMs(period: string): number {
  const [, count, unit = ''] = /^(\d{1,9})(s|min|h)$/.exec(period) ?? [];
  return Number(count) * (PERIOD_UNITS_MS[unit] ?? Number.NaN);
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
    state = await this.#postCrossings(state, signal);
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
      if (!hasCrossed || (state !== 'warning' && state !== 'critical') || !isKnownTile(tile) || !tile.limit) return [];
      const limit = describeLimit(tile.limit, tile.compare);
      return [{ id: randomUUID(), dashboard: dashboard.name, tile: title, state, limit, at, ...number }];
    });
  }

  async #postCrossings(state: CheckState, signal: AbortSignal): Promise<CheckState> {
    const { webhook, stateFile } = this.#options;
    if (!webhook || state.crossings.length === 0) return state;
    const { waiting, problems } = await postCrossings(webhook, state.crossings, { signal });
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
