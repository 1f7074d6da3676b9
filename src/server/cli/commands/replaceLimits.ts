import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import type { ImportResult } from '#server/importing/runImport.ts';

type ReplaceLimits = {
  allowEmpty: boolean;
  /** Maximum share of the stored records, in percent. */
  maxRemoved: number;
  interactive: boolean;
  confirmed: boolean;
};

const DEFAULT_MAX_REMOVED = '50%';

type ReplaceOptions = {
  replace: boolean;
  'allow-empty': boolean;
  'max-removed'?: string | undefined;
  yes: boolean;
};

/**
 * Parses the options that limit a replacement.
 * @throws CommandError for an option that requires --replace, or for an invalid percentage
 */
export function parseReplaceLimits(options: ReplaceOptions): ReplaceLimits {
  const { replace, 'allow-empty': allowEmpty, 'max-removed': given, yes } = options;
  const [option] = [allowEmpty && '--allow-empty', given !== undefined && '--max-removed', yes && '--yes'].filter(
    Boolean,
  );
  if (option && !replace) throw new CommandError(`${option} can only be used with --replace.`);
  const [, percent] = /^(\d{1,3})%$/.exec(given ?? DEFAULT_MAX_REMOVED) ?? [];
  if (percent === undefined || Number(percent) > 100) {
    throw new CommandError(`--max-removed: expected a percentage from 0% to 100%, not ${JSON.stringify(given)}.`);
  }
  return { allowEmpty, maxRemoved: Number(percent), confirmed: yes, interactive: process.stderr.isTTY === true };
}

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
    const effect = before > 0 ? ` and would replace ${formatCountWithNoun(before, noun)}` : '';
    throw new CommandError(`The input is empty${effect}. Nothing was stored. Add --allow-empty if this is intended.`);
  }
  if (removed * 100 <= before * maxRemoved || (interactive && confirmed)) return;
  // rounded up, so that the suggested number is sufficient
  const percent = Math.ceil((removed * 100) / before);
  const option = interactive
    ? 'Add --yes'
    : `${confirmed ? '--yes only works in a terminal. ' : ''}Set --max-removed ${percent}%`;
  const effect = `This would remove ${formatCount(removed)} of ${formatCountWithNoun(before, noun)}, more than ${maxRemoved}%.`;
  throw new CommandError(`${effect} Nothing was stored. ${option} if this is intended.`);
}
