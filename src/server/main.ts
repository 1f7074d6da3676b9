#!/usr/bin/env node
import { CommandError } from './commandLine.ts';
import { DEMO_USAGE, demoCommand } from './demoCommand.ts';
import { IMPORT_USAGE, importCommand } from './importCommand.ts';
import { PROJECT_USAGE, projectCommand } from './projectCommand.ts';
import { serve } from './serve.ts';
import { SERVE_USAGE } from './serveOptions.ts';
import { DatabaseError } from './store/database.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  serve,
  import: importCommand,
  project: projectCommand,
  demo: demoCommand,
};

const USAGE = [SERVE_USAGE, IMPORT_USAGE, PROJECT_USAGE, DEMO_USAGE].join('\n\n');

const [command = '', ...args] = process.argv.slice(2);
const run = COMMANDS[command];

try {
  if (run) await run(args);
  else if (['help', '--help', '-h'].includes(command)) console.log(USAGE);
  else throw new CommandError(`${command ? `No command is named ${command}.` : 'Name a command.'}\n\n${USAGE}`);
} catch (error) {
  if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof DatabaseError) console.error(`The database failed: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}
