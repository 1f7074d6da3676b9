#!/usr/bin/env node
import { CommandError } from './commandLine.ts';
import { serve } from './serve.ts';
import { SERVE_USAGE } from './serveOptions.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = { serve };

const USAGE = SERVE_USAGE;

const [command = '', ...args] = process.argv.slice(2);
const run = COMMANDS[command];

try {
  if (run) await run(args);
  else if (['help', '--help', '-h'].includes(command)) console.log(USAGE);
  else throw new CommandError(`${command ? `No command is named ${command}.` : 'Name a command.'}\n\n${USAGE}`);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
