import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import type { ImportResult } from './runImport.ts';

export type ReplaceLimits = {
  allowEmpty: boolean;
  /** Maximum share of the stored records, in percent. */
  maxRemoved: number;
  interactive: boolean;
  confirmed: boolean;
};

/**
 * Checks that a replacement stays within the limits: it must not be empty or remove too many records. `noun` names a
 * record in messages, such as `device`.
 * @throws CommandError otherwise
 */
export function assertReplaceAllowed(
  { stored, before, removed }: ImportResult,
  limits: ReplaceLimits,
  noun: string,
): void {
  const { allowEmpty, maxRemoved, interactive, confirmed } = limits;
  if (stored === 0) {
    if (allowEmpty) return;
    throw new CommandError(IMPORT_MESSAGES.emptyInput(before, noun));
  }
  if (removed * 100 <= before * maxRemoved || (interactive && confirmed)) return;
  // rounded up, so that the suggested number is sufficient
  const percent = Math.ceil((removed * 100) / before);
  const option = interactive ? IMPORT_MESSAGES.confirm : IMPORT_MESSAGES.raiseLimit(percent, confirmed);
  throw new CommandError(
    IMPORT_MESSAGES.tooManyRemoved(removed, formatCountWithNoun(before, noun), maxRemoved, option),
  );
}
