import { CommandError } from '#server/commandError.ts';
import { DatabaseError, DISK_FULL } from '#server/store/database.ts';

/** Turns a database's error into a message that ends with `rest`, the state that things are in; others stay as they are. */
export function describeFailure(error: unknown, rest: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const full = error.sqlState === DISK_FULL || /no space left/i.test(error.message);
  return new CommandError(`${full ? 'The disk is full' : `The database failed (${error.message})`}. ${rest}`);
}
