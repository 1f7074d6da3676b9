import { CommandError } from '#server/commandError.ts';
import type { ReplaceLimits } from '#server/importing/replaceLimits.ts';
import { COMMAND_MESSAGES } from './messages.ts';

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
  if (option && !replace) throw new CommandError(COMMAND_MESSAGES.optionRequires(option, '--replace'));
  const [, percent] = /^(\d{1,3})%$/.exec(given ?? DEFAULT_MAX_REMOVED) ?? [];
  if (percent === undefined || Number(percent) > 100) {
    throw new CommandError(COMMAND_MESSAGES.badPercentage(given));
  }
  return { allowEmpty, maxRemoved: Number(percent), confirmed: yes, interactive: process.stderr.isTTY === true };
}
