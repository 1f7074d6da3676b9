/** Record as JSON text with the number of its first line, from 1. `problem` is set if it could not be read. */
export type RawRecord = { line: number; text: string; problem?: string };

export class RecordError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Maximum length of a record, in UTF-16 units. Limits the memory use per record. */
export const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;

export function createRecordTooLongError(line: number): RecordError {
  return new RecordError(line, 'the record is longer than 16 MiB');
}
