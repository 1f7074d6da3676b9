import { ApiError } from '#api/apiError.ts';
import type { DeviceAnswer } from '#api/device.ts';
import { kindOf, wordOf } from '#fields/deviceField.ts';
import { jsonBeginning } from '#lib/beginning.ts';
import { formatTime, isNever, type TimeMode } from '#lib/time/time.ts';
import type { Outcome } from './fieldWatch.ts';

const WORDS_MAX = 60;

export function outcomeOf(path: string, { device }: DeviceAnswer): Outcome {
  return Object.hasOwn(device, path) ? { kind: 'value', value: device[path] } : { kind: 'absent' };
}

/** An outcome in a word or a few, such as stand in a log; text stands in quotes where it could be another word. */
export function outcomeWords(field: string, outcome: Outcome, mode: TimeMode): string {
  if (outcome.kind !== 'value') return outcome.kind;
  const { value } = outcome;
  const kind = kindOf(field, typeof value === 'boolean' ? 'flag' : typeof value === 'number' ? 'number' : undefined);
  if (typeof value === 'boolean') return wordOf(kind, String(value));
  if (kind === 'time' && isNever(value)) return value === 0 ? 'never' : jsonBeginning(value, WORDS_MAX);
  if (kind === 'time' && typeof value === 'number') {
    return formatTime(value, mode === 'relative' ? 'local' : mode, 0) ?? String(value);
  }
  return jsonBeginning(value, WORDS_MAX);
}

/** What JSON calls a value. */
export function typeWord(value: unknown): string {
  if (value === null) return 'null, which is not the same as absent';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'string') return value === '' ? 'a text of no characters' : 'a text';
  return typeof value === 'object' && !('text' in value) ? 'an object' : 'a number';
}

/** Whether the service refuses the field, as against having failed to answer. */
export function isRejected(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'PATH-INVALID' || error.status === 400);
}
