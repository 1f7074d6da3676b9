import { pluralize } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import type { ImportResult } from './importing.ts';
import { IMPORT_MESSAGES } from './messages.ts';

/** The part of its records that a replacing import may remove. */
export type ReplaceLimits = {
  /** Allows an empty input to remove all records. */
  allowEmpty: boolean;
  /** In percent of the records that are there. */
  maxRemoved: number;
  /** True if the import runs at a terminal, and if the user confirmed the removal. */
  interactive: boolean;
  confirmed: boolean;
};

/** @throws CommandError where a replacement would remove more than it may; `one` is the word for a record */
export function assertReplaceAllowed(
  { stored, before, removed }: ImportResult,
  limits: ReplaceLimits,
  one: string,
): void {
  const { allowEmpty, maxRemoved, interactive, confirmed } = limits;
  if (stored === 0) {
    if (allowEmpty) return;
    throw new CommandError(IMPORT_MESSAGES.emptyInput(before, one));
  }
  if (removed * 100 <= before * maxRemoved || (interactive && confirmed)) return;
  // rounded up, so that the number given is enough
  const percent = Math.ceil((removed * 100) / before);
  const option = interactive ? IMPORT_MESSAGES.confirm : IMPORT_MESSAGES.raiseLimit(percent, confirmed);
  throw new CommandError(IMPORT_MESSAGES.tooManyRemoved(removed, pluralize(before, one), maxRemoved, option));
}
