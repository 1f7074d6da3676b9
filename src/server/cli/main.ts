#!/usr/bin/env node
import { createRequire } from 'node:module';
import { COLLECTION_USAGE, collectionCommand } from '#server/cli/commands/collectionCommand.ts';
import { COPY_USAGE, copyCommand } from '#server/cli/commands/copyCommand.ts';
import { DEMO_USAGE, demoCommand } from '#server/cli/commands/demoCommand.ts';
import { EXPORT_USAGE, exportCommand } from '#server/cli/commands/exportCommand.ts';
import { IMPORT_USAGE } from '#server/cli/commands/importOptions.ts';
import { PROJECT_USAGE, projectCommand } from '#server/cli/commands/projectCommand.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import { DatabaseError } from '#server/store/database.ts';
import { SERVE_USAGE } from './serveOptions.ts';

/** What takes long to load is loaded when it runs. */
type Command = { run: (args: string[]) => Promise<void>; usage: string };

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { run: async (args) => (await import('./serve.ts')).serve(args), usage: SERVE_USAGE },
  import: {
    run: async (args) => (await import('#server/cli/commands/importCommand.ts')).importCommand(args),
    usage: IMPORT_USAGE,
  },
  export: { run: exportCommand, usage: EXPORT_USAGE },
  copy: { run: copyCommand, usage: COPY_USAGE },
  project: { run: projectCommand, usage: PROJECT_USAGE },
  collection: { run: collectionCommand, usage: COLLECTION_USAGE },
  demo: { run: demoCommand, usage: DEMO_USAGE },
};

const USAGE = Object.values(COMMANDS)
  .map(({ usage }) => usage)
  .join('\n\n');

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

try {
  if (command && args.some(asksForHelp)) console.log(command.usage);
  else if (command) await command.run(args);
  else if (name === 'help' || asksForHelp(name)) console.log(USAGE);
  else if (name === '--version' || name === 'version') console.log(version());
  else throw new CommandError(`${name ? `No command is named ${name}.` : 'Name a command.'}\n\n${USAGE}`);
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message} What there is: fleetlens ${name} --help`);
  else if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof DatabaseError) console.error(`The database failed: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}

/** This package's version, from source and as built. */
function version(): string {
  const require = createRequire(import.meta.url);
  const up = import.meta.url.endsWith('.ts') ? '../../..' : '../..';
  return require(`${up}/package.json`).version;
}

function asksForHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}
