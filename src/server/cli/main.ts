#!/usr/bin/env node
import { CommandError, UsageError } from '#server/commandError.ts';
import { DatabaseError, DISK_FULL } from '#server/store/database.ts';
import { readVersion } from '#server/version.ts';
import { COMMANDS, ENVIRONMENT } from './commands.ts';

const USAGE = [
  ...Object.values(COMMANDS).map(({ usage }) => usage),
  ['From the environment:', ...Object.entries(ENVIRONMENT).map(([name, does]) => `  ${name}: ${does}`)].join('\n'),
].join('\n\n');

const COMMAND_LIST = `Commands: ${Object.keys(COMMANDS).join(', ')}; fleetlens help says what they do.`;

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

try {
  if (command && args.some(isHelpRequest)) console.log(command.usage);
  else if (command) await command.run(args);
  else if (name === 'help' || isHelpRequest(name)) console.log(USAGE);
  else if (name === '--version' || name === 'version') console.log(readVersion());
  else if (name) throw new CommandError(`Unknown command ${name}. ${COMMAND_LIST}`);
  else throw new CommandError(`Name a command.\n\n${USAGE}`);
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message} For usage run: fleetlens ${name} --help`);
  else if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof DatabaseError && error.sqlState === DISK_FULL) console.error('The disk is full.');
  else if (error instanceof DatabaseError) console.error(`The database failed: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}

function isHelpRequest(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}
