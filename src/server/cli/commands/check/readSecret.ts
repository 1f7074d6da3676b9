import { readFileSync, statSync } from 'node:fs';
import { CommandError } from '#server/commandError.ts';
import { CHECK_MESSAGES } from './messages.ts';

/** Permissions of anyone but the owner. */
const OTHERS_MODE = 0o077;

/**
 * Reads a secret from a file that only its owner can access. White space around it is removed.
 * @throws CommandError
 */
export function readSecretFile(file: string): string {
  try {
    const mode = statSync(file).mode & 0o777;
    // Windows has no such modes
    if (mode & OTHERS_MODE && process.platform !== 'win32')
      throw new CommandError(CHECK_MESSAGES.fileOpenToOthers(file, mode.toString(8)));
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') throw new CommandError(CHECK_MESSAGES.fileEmpty(file));
    return secret;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(CHECK_MESSAGES.fileUnreadable(file, getErrorCode(error)));
  }
}

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
