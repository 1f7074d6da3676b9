import { IMPORT_MESSAGES } from './messages.ts';
/** A record as JSON text with the number of its first line, from 1; `problem` if it could not be read. */
export type FileRecord = { line: number; text: string; problem?: string };

/** An error in a file, with its line. */
export class RecordError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Longest record that is read, in UTF-16 units: what is read at a time must fit into memory whatever it holds. */
export const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;

export function createTooLongError(line: number): RecordError {
  return new RecordError(line, IMPORT_MESSAGES.recordTooLong);
}
