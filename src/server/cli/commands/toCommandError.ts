import { CommandError } from '#server/commandError.ts';
import { DatabaseError, DISK_FULL_SQLSTATE } from '#server/store/database.ts';

/**
 * Converts a DatabaseError to a command error. `rest` describes the resulting state. Returns other errors unchanged.
 */
export function toCommandError(error: unknown, ...rest: string[]): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const isFull = error.sqlState === DISK_FULL_SQLSTATE || /no space left/i.test(error.message);
  return new CommandError([isFull ? 'The disk is full.' : `Database error: ${error.message}.`, ...rest].join(' '));
}
