import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import type { ImportResult } from './importing.ts';

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
    const loss = before > 0 ? ` and would replace ${pluralize(before, one)}` : '';
    throw new CommandError(`The input is empty${loss}. Nothing was stored. Add --allow-empty if this is intended.`);
  }
  if (removed * 100 <= before * maxRemoved || (interactive && confirmed)) return;
  // rounded up, so that the number given is enough
  const percent = Math.ceil((removed * 100) / before);
  const way = interactive
    ? 'Add --yes'
    : `${confirmed ? '--yes counts in a terminal only. ' : ''}Set --max-removed ${percent}%`;
  throw new CommandError(
    `This would remove ${formatCount(removed)} of ${pluralize(before, one)}, more than ${maxRemoved}%. Nothing was stored. ` +
      `${way} if this is intended.`,
  );
}
