import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError, UsageError } from '#server/commandError.ts';

/** Kinds of records with their singular nouns. */
export const RECORD_NOUNS = { devices: 'device', documents: 'document' } as const;

export type RecordKind = keyof typeof RECORD_NOUNS;

/** Which of them a command is about; CommandError with `complaint` when it was not told. */
export function parseRecordKind(word: string | undefined, complaint: string): RecordKind {
  if (word === 'devices' || word === 'documents') return word;
  throw new CommandError(complaint);
}

type CommandOptions = NonNullable<ParseArgsConfig['options']>;

/** Reads a command's arguments; UsageError for what it does not know. */
export function readArguments<const Known extends CommandOptions>(args: string[], options: Known) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // the rest of its words is about options that begin like this one, and about dashes
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}

/** The value of an option that takes a whole number within bounds. */
export function parseWholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(`${name}: expected a number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

/** The value of an option that takes one of a few words. */
export function parseChoice<const Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new CommandError(`${name}: expected one of ${words.join(', ')}, not ${JSON.stringify(text)}.`);
}

/** The value of an option that takes an http or https address with nothing secret in it. */
export function parseHttpUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // a password or a key is not repeated
  if (url?.username || url?.password || (url && /[?#]/.test(text))) {
    throw new CommandError(`${name}: expected an address without user, password, ? and #.`);
  }
  if (url && ['http:', 'https:'].includes(url.protocol)) return text;
  throw new CommandError(`${name}: expected an http or https address, not ${JSON.stringify(text)}.`);
}
