import { readFileSync } from 'node:fs';
import type { Dashboard } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { type parseCommandArguments, parseHttpUrlOption } from '#server/cli/commandArguments.ts';
import { COMMAND_MESSAGES } from '#server/cli/commands/messages.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import type { CHECK_OPTIONS } from './checkOptions.ts';
import { CheckStateFile } from './checkState.ts';
import { CHECK_MESSAGES } from './messages.ts';
import { getErrorCode, readSecretFile } from './readSecret.ts';
import type { WebhookTarget } from './webhook.ts';

export const CHECK_FORMATS = ['text', 'json', 'prometheus'] as const;

export type CheckFormat = (typeof CHECK_FORMATS)[number];

const PERIOD_UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };
const TIMEOUT_MS = 60_000;

export type CheckOptions = {
  dashboard: Dashboard;
  connection: { id: string; baseUrl: string; apiKey: string; token: string };
  format: CheckFormat;
  output: string | undefined;
  stateFile: CheckStateFile | undefined;
  everyMs: number | undefined;
  timeoutMs: number;
  webhook: WebhookTarget | undefined;
};

type CheckValues = ReturnType<typeof parseCommandArguments<typeof CHECK_OPTIONS>>['values'];

/** @throws CommandError */
export function parseCheckOptions(values: CheckValues, [file, ...more]: string[], format: CheckFormat): CheckOptions {
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
