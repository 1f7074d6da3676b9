#!/usr/bin/env node
import { toCommandError } from '#server/cli/commands/toCommandError.ts';
import { CommandError, UsageError } from '#server/commandError.ts';
import { readPackageVersion } from '#server/version.ts';
import { COMMANDS, ENVIRONMENT_VARIABLE_HELP } from './commands.ts';

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
  else if (name)
    throw new CommandError(
      `Unknown command ${name}. Available commands: ${Object.keys(COMMANDS).join(', ')}. For help, run: fleetlens help`,
    );
  else throw new CommandError(`A command is required.\n\n${USAGE}`);
} catch (thrown) {
  const error = toCommandError(thrown);
  if (!(error instanceof CommandError)) throw error;
  const help = error instanceof UsageError ? ` For usage, run: fleetlens ${name} --help` : '';
  console.error(error.message + help);
  process.exitCode = error.exitCode;
}

function isHelpRequest(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}
