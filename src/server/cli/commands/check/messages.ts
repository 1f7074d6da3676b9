import { formatCount } from '#lib/formatNumber.ts';

export const CHECK_MESSAGES = {
  badPeriod: (name: string, text: string, min: string, max: string) =>
    `${name}: expected a period from ${min} to ${max}, such as 60s, 5min or 1h, not ${JSON.stringify(text)}.`,
  badWebhookUrl: '--webhook: expected an http or https URL without user name, password and fragment.',
  credentialMissing: (name: string, variable: string, option: string) =>
    `No ${name}. Set ${variable}, or use ${option} FILE.`,
  crossingsDropped: (count: number) =>
    `${formatCount(count)} of the crossings that the webhook did not accept were dropped, because too many are waiting.`,
  stateKept: (file: string) => `The state file ${file} was not replaced, because it could not be read.`,
  stateMissing: 'The limit depends on earlier refreshes. Use --state FILE.',
  fileEmpty: (file: string) => `${file} is empty.`,
  fileInvalid: (file: string, error: string) => `${file}: ${error}`,
  fileMissing: 'check: specify a dashboard file.',
  fileOpenToOthers: (file: string, mode: string) =>
    `${file} has mode ${mode}, so other users can access it. To protect it, run: chmod 600 ${file}`,
  fileUnreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  fileUnwritable: (file: string, code: string) => `${file} cannot be written (${code}).`,
  limit: (limit: string) => `limit ${limit}`,
  noTiles: 'no tiles',
  ofTotal: (share: string, total: string) => `${share} % of ${total}`,
  outputUnwritable: (reason: string) => `--output: ${reason}`,
  since: (time: string) => `since ${time}`,
  stateDamaged: (file: string, renamed: string) =>
    `The state file ${file} is damaged. It was renamed to ${renamed}, and earlier refreshes are no longer known.`,
  stateNewer: (file: string) => `The state file ${file} requires a newer version of Fleetlens.`,
  stateOfOther: (file: string) =>
    `The state file ${file} belongs to another service or dashboard. Use one state file for each.`,
  stateUnavailable: (reason: string) => `The limit depends on earlier refreshes, which are not available: ${reason}`,
  unexpected: (message: string) => `The check failed: ${message}`,
  urlMissing: 'check: specify the service with --url URL.',
  webhookFailed: (host: string, reason: string, waiting: number) =>
    `The webhook at ${host} did not accept a crossing (${reason}). ${formatCount(waiting)} waiting; the next check tries again.`,
  webhookNeedsState: '--webhook: use --state FILE or --every PERIOD, so that each crossing is posted once.',
  webhookRedirected: 'it redirects to another origin',
  webhookSecretMissing: 'No webhook secret. Set FLEETLENS_WEBHOOK_SECRET, or use --secret-file FILE.',
  webhookStatus: (status: number) => `HTTP ${status}`,
  webhookTimedOut: 'no answer in time',
  webhookUnreachable: 'it cannot be reached',
};
