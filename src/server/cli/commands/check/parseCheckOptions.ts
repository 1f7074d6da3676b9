import type { Dashboard } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { type parseCommandArguments, parseHttpUrlOption } from '#server/cli/commandArguments.ts';
import { readSecretFile, readTextFile } from '#server/cli/commands/files.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import type { CHECK_OPTIONS } from './checkOptions.ts';
import { CheckStateFile } from './checkState.ts';
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
export function parseCheckOptions(values: CheckValues, file: string | undefined, format: CheckFormat): CheckOptions {
  if (file === undefined) throw new UsageError('check: specify a dashboard file.');
  if (values.url === undefined) throw new UsageError('check: specify the service with --url URL.');
  const baseUrl = parseHttpUrlOption('--url', values.url).replace(/\/+$/, '');
  const everyMs = values.every === undefined ? undefined : parsePeriod('--every', values.every, '10s', '24h');
  const address = findWebhookAddress(values);
  if (address && values.state === undefined && everyMs === undefined)
    throw new UsageError(`${address.from}: use --state FILE or --every PERIOD, so that each crossing is posted once.`);
  const dashboard = readDashboard(file);
  const { env } = process;
  return {
    dashboard,
    connection: {
      id: 'check',
      baseUrl,
      apiKey: readSecret(
        'API key',
        ['FLEETLENS_API_KEY', env['FLEETLENS_API_KEY']],
        ['--key-file', values['key-file']],
      ),
      token: readSecret('token', ['FLEETLENS_TOKEN', env['FLEETLENS_TOKEN']], ['--token-file', values['token-file']]),
    },
    format,
    output: values.output,
    stateFile:
      values.state === undefined
        ? undefined
        : new CheckStateFile(values.state, { service: baseUrl, dashboard: dashboard.name }),
    everyMs,
    timeoutMs: values.timeout === undefined ? TIMEOUT_MS : parsePeriod('--timeout', values.timeout, '1s', '1h'),
    webhook: address && {
      url: parseWebhookUrl(address),
      secret: readSecret(
        'webhook secret',
        ['FLEETLENS_WEBHOOK_SECRET', env['FLEETLENS_WEBHOOK_SECRET']],
        ['--secret-file', values['secret-file']],
      ),
    },
  };
}

function readDashboard(file: string): Dashboard {
  const result = parseDashboardFile(readTextFile(file));
  if ('error' in result) throw new CommandError(`${file}: ${describeDashboardFileError(result.error)}`);
  return result.dashboard;
}

type Source = readonly [name: string, text: string | undefined];

function readSecret(name: string, [variable, value]: Source, [option, file]: Source): string {
  const secret = file === undefined ? value?.trim() : readSecretFile(file);
  if (!secret) throw new CommandError(`No ${name}. Set ${variable}, or use ${option} FILE.`);
  return secret;
}

type WebhookAddress = { from: string; text: string };

function findWebhookAddress(values: CheckValues): WebhookAddress | undefined {
  const { webhook, 'webhook-file': file } = values;
  if (webhook !== undefined) return { from: '--webhook', text: webhook };
  if (file !== undefined) return { from: '--webhook-file', text: readSecretFile(file) };
  const [from, text] = ['FLEETLENS_WEBHOOK_URL', process.env['FLEETLENS_WEBHOOK_URL']?.trim()];
  return text ? { from, text } : undefined;
}

/** Errors do not quote the URL, which may contain a secret. */
function parseWebhookUrl({ from, text }: WebhookAddress): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && !url.hash) return url;
  throw new CommandError(`${from}: expected an http or https URL without user name, password and fragment.`);
}

function parsePeriod(name: string, text: string, min: string, max: string): number {
  const ms = toMs(text);
  if (ms >= toMs(min) && ms <= toMs(max)) return ms;
  const expected = `expected a period from ${min} to ${max}, such as 60s, 5min or 1h`;
  throw new CommandError(`${name}: ${expected}, not ${JSON.stringify(text)}.`);
}

function toMs(period: string): number {
  const [, count, unit = ''] = /^(\d{1,9})(s|min|h)$/.exec(period) ?? [];
  return Number(count) * (PERIOD_UNITS_MS[unit] ?? Number.NaN);
}
