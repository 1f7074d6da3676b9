import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError, UsageError } from '#server/commandError.ts';

export const RECORD_NOUNS = { devices: 'device', documents: 'document' } as const;

export type RecordKind = keyof typeof RECORD_NOUNS;

/**
 * Parses the kind of records.
 * @throws CommandError with `message` if the word is missing or unknown
 */
export function parseRecordKind(word: string | undefined, message: string): RecordKind {
  if (word === 'devices' || word === 'documents') return word;
  throw new CommandError(message);
}

type ArgumentOptions = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the arguments of a command, at most `positionalsMax` of them without a name.
 * @throws UsageError for unknown arguments
 */
export function parseCommandArguments<const Known extends ArgumentOptions>(
  args: string[],
  options: Known,
  positionalsMax = 0,
) {
  const parsed = parse(args, options);
  const surplus = parsed.positionals.slice(positionalsMax);
  if (surplus.length === 0) return parsed;
  throw new UsageError(`Unexpected ${surplus.length === 1 ? 'argument' : 'arguments'} ${surplus.join(', ')}.`);
}

function parse<const Known extends ArgumentOptions>(args: string[], options: Known) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // the rest of Node's message suggests similar options and explains dashes
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}

export function parseWholeNumberOption(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new CommandError(`${name}: expected a number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

export function parseChoiceOption<const Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new CommandError(`${name}: expected one of ${words.join(', ')}, not ${JSON.stringify(text)}.`);
}

/**
 * Parses an option as an http(s) URL without credentials.
 * @throws CommandError
 */
export function parseHttpUrlOption(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // does not print a password or key
  if (url?.username || url?.password || (url && /[?#]/.test(text))) {
    throw new CommandError(`${name}: expected a URL without user name, password, query and fragment.`);
  }
  if (url && ['http:', 'https:'].includes(url.protocol)) return text;
  throw new CommandError(`${name}: expected an http or https URL, not ${JSON.stringify(text)}.`);
}
