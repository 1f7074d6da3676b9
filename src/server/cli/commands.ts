import type { ParseArgsConfig } from 'node:util';
import { CHECK_OPTIONS, CHECK_USAGE } from '#server/cli/commands/check/checkOptions.ts';
import { COLLECTION_OPTIONS, COLLECTION_USAGE, runCollectionCommand } from '#server/cli/commands/collectionCommand.ts';
import { COPY_OPTIONS, COPY_USAGE, runCopyCommand } from '#server/cli/commands/copyCommand.ts';
import { DEMO_OPTIONS, DEMO_USAGE, runDemoCommand } from '#server/cli/commands/demoCommand.ts';
import { EXPORT_OPTIONS, EXPORT_USAGE, runExportCommand } from '#server/cli/commands/exportCommand.ts';
import { IMPORT_OPTIONS, IMPORT_USAGE } from '#server/cli/commands/importOptions.ts';
import { PROJECT_OPTIONS, PROJECT_USAGE, runProjectCommand } from '#server/cli/commands/projectCommand.ts';
import { SERVE_OPTIONS, SERVE_USAGE } from './serveOptions.ts';

type Command = {
  run: (args: string[]) => Promise<void>;
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { run: async (args) => (await import('./serve.ts')).serve(args), usage: SERVE_USAGE, options: SERVE_OPTIONS },
  import: {
    run: async (args) => (await import('#server/cli/commands/importCommand.ts')).runImportCommand(args),
    usage: IMPORT_USAGE,
    options: IMPORT_OPTIONS,
  },
  export: { run: runExportCommand, usage: EXPORT_USAGE, options: EXPORT_OPTIONS },
  copy: { run: runCopyCommand, usage: COPY_USAGE, options: COPY_OPTIONS },
  project: { run: runProjectCommand, usage: PROJECT_USAGE, options: PROJECT_OPTIONS },
  collection: { run: runCollectionCommand, usage: COLLECTION_USAGE, options: COLLECTION_OPTIONS },
  demo: { run: runDemoCommand, usage: DEMO_USAGE, options: DEMO_OPTIONS },
  check: {
    run: async (args) => (await import('#server/cli/commands/check/checkCommand.ts')).runCheckCommand(args),
    usage: CHECK_USAGE,
    options: CHECK_OPTIONS,
  },
};

/** Environment variables for options. Command-line options take precedence. */
export const ENVIRONMENT_VARIABLE_HELP: Readonly<Record<string, string>> = {
  PORT: 'port to listen on, the same as --port',
  DATABASE_URL: 'PostgreSQL database to use, the same as --database',
  FLEETLENS_CONFIG:
    'settings of the console, served as /config.json: JSON text, or the path of a JSON file, with any of title, baseUrl, baseUrlFixed, collections, deviceDocuments, firstPage, extensions, dashboards and interface; check uses it instead of /config.json',
  FLEETLENS_API_KEY: 'API key for check',
  FLEETLENS_TOKEN: 'token for check',
  FLEETLENS_WEBHOOK_URL: 'URL of the webhook of check, the same as --webhook',
  FLEETLENS_WEBHOOK_SECRET: 'secret of the signature of check --webhook',
  FLEETLENS_DEMO_API_KEY:
    'API key of the demo project; by default created at the first start and kept in the data directory',
  FLEETLENS_DEMO_TOKEN: 'token of the demo project; default as for the API key',
  FLEETLENS_DEMO_NOW: 'time of the newest demo data, the same as --now',
};
