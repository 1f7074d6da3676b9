import { pluralize } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import type { ImportResult } from './importing.ts';
import { IMPORT_MESSAGES } from './messages.ts';

/** Limits how many records an import that replaces data may remove. */
export type ReplaceLimits = {
  allowEmpty: boolean;
  /** Maximum share of the stored records, in percent. */
  maxRemoved: number;
  interactive: boolean;
  confirmed: boolean;
};

/**
 * Checks that a replacement does not remove too many records. `one` is the noun for a record.
 * @throws CommandError otherwise
 */
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
  // rounded up, so that the suggested number is sufficient
  const percent = Math.ceil((removed * 100) / before);
  const option = interactive ? IMPORT_MESSAGES.confirm : IMPORT_MESSAGES.raiseLimit(percent, confirmed);
  throw new CommandError(IMPORT_MESSAGES.tooManyRemoved(removed, pluralize(before, one), maxRemoved, option));
}
