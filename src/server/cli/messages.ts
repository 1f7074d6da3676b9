import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const CLI_MESSAGES = {
  unknownCommand: (name: string, known: readonly string[]) =>
    `Unknown command ${name}. Available commands: ${known.join(', ')}. For help, run: fleetlens help`,
  commandMissing: (usage: string) => `A command is required.\n\n${usage}`,
  usageHint: (message: string, command: string) => `${message} For usage, run: fleetlens ${command} --help`,
  diskFull: 'The disk is full.',
  databaseFailed: (message: string) => `Database error: ${message}`,

  badNumber: (name: string, text: string, least: number, most: number) =>
    `${name}: expected a number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  badChoice: (name: string, text: string, choices: readonly string[]) =>
    `${name}: expected one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`,
  badUrl: (name: string, text: string) => `${name}: expected an http or https URL, not ${JSON.stringify(text)}.`,
  urlWithSecrets: (name: string) => `${name}: expected a URL without user name, password, query and fragment.`,

  unexpectedArgument: (command: string, argument = '') =>
    `${command}: unexpected argument ${JSON.stringify(argument)}.`,
  demoNotLoopback: 'The demo shows its credentials to every visitor, so it can only listen on a loopback address.',
  testControlNotLoopback: '--test-control can only listen on a loopback address.',
  upstreamConflict: '--upstream cannot be combined with --demo or --test-control.',
  badBasePath: (text: string) => `--base-path: expected a path such as /fleet/, not ${JSON.stringify(text)}.`,
  dotsInBasePath: (text: string) =>
    `--base-path: ${JSON.stringify(text)} must not contain . or .. as a segment, because browsers remove them from URLs.`,
  basePathConflict: (text: string, own: string) =>
    `--base-path: ${text} conflicts with the service's own path ${own}. Choose another path, such as /fleet/.`,
  badOrigin: (text: string, origin: string) =>
    `--allow-origin: expected an origin such as ${origin}, not ${JSON.stringify(text)}.`,
  badDemoTime: (name: string) => `${name}: expected a time such as 2026-01-01T12:00:00Z.`,

  started: (url: string) => `Fleetlens is running at ${url}`,
  signIn: (apiKey: string, token: string) => `Sign in with API key ${apiKey} and token ${token}`,
  consoleNotBuilt: 'The console is not built. To build it, run: npm run build',
  noProjects: (target: string) => `No project exists yet. To create one, run: fleetlens project create ID ${target}`,
  stopTimedOut: (seconds: number) => `The service did not stop within ${seconds} s and was terminated.`,
  socketFailed: (path: string, reason: string) =>
    `Other commands cannot use ${path} while this service runs, because it could not create its socket there (${reason}).`,
  databaseHealthy: (path: string) => `The database in ${path} is fully available again.`,
  databaseReadOnly: (path: string, reason: string) => `The database in ${path} is read-only: ${reason}.`,
  databaseStopped: (path: string, reason: string) =>
    `The service stopped its database in ${path} and no longer writes to it: ${reason}. Restart the service.`,

  // a URL may contain a password, so it is not printed
  badDatabaseUrl: '--database: expected a URL that starts with postgres://',
  stopService: (inUse: string) => `${inUse} Stop it first.`,
  serviceStarting: (inUse: string) =>
    `${inUse} It does not accept commands yet. Try again in a few seconds, or stop it first.`,
  waitingForService: (inUse: string, seconds: number) => `${inUse} Waiting up to ${seconds} s for it.`,
  projectNotFound: (id: string) => `Project ${id} does not exist.`,
  collectionNotFound: (project: string, name: string) => `Project ${project} has no collection named ${name}.`,
  databaseCreated: (path: string) => `Created a new database in ${path}.`,
  databaseNotFound: (path: string, data: string) =>
    `No database exists in ${path}. Select a data directory with --data, or create a project: fleetlens project create ID --data ${data}`,
} as const;

/** `1 device and 2 documents` */
export function formatCounts(...counts: readonly (readonly [count: number, noun: string])[]): string {
  return new Intl.ListFormat('en-GB').format(counts.map(([count, noun]) => formatCountWithNoun(count, noun)));
}
