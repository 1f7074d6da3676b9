#!/usr/bin/env node
import { CommandError, UsageError } from '#server/commandError.ts';
import { DatabaseError, DISK_FULL_SQLSTATE } from '#server/store/database.ts';
import { readPackageVersion } from '#server/version.ts';
import { COMMANDS, ENVIRONMENT_VARIABLE_HELP } from './commands.ts';
import { CLI_MESSAGES } from './messages.ts';

const USAGE = [
  ...Object.values(COMMANDS).map(({ usage }) => usage),
  [
    'Environment variables:',
    ...Object.entries(ENVIRONMENT_VARIABLE_HELP).map(([name, does]) => `  ${name}: ${does}`),
  ].join('\n'),
].join('\n\n');

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

try {
  if (command && args.some(isHelpRequest)) console.log(command.usage);
  else if (command) await command.run(args);
  else if (name === 'help' || isHelpRequest(name)) console.log(USAGE);
  else if (name === '--version' || name === 'version') console.log(readPackageVersion());
  else if (name) throw new CommandError(CLI_MESSAGES.unknownCommand(name, Object.keys(COMMANDS)));
  else throw new CommandError(CLI_MESSAGES.commandMissing(USAGE));
} catch (error) {
  if (error instanceof UsageError) console.error(CLI_MESSAGES.usageHint(error.message, name));
  else if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof DatabaseError && error.sqlState === DISK_FULL_SQLSTATE)
    console.error(CLI_MESSAGES.diskFull);
  else if (error instanceof DatabaseError) console.error(CLI_MESSAGES.databaseFailed(error.message));
  else throw error;
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

function isHelpRequest(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}
