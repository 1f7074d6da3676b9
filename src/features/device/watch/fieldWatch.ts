import { ApiError } from '#api/apiError.ts';
import type { DeviceAnswer } from '#api/device.ts';
import { kindOf, sameValue, wordOf } from '#fields/deviceField.ts';
import { Emitter } from '#lib/emitter.ts';
import { formatTime, isNever, type TimeMode } from '#lib/time/time.ts';
import { truncateJson } from '#lib/truncate.ts';

export type Outcome = { kind: 'value'; value: unknown } | { kind: 'absent' } | { kind: 'failed'; words: string };

export type Sample = {
  /** Arrival time in ms since 1970, latency in ms, size in bytes. */
  at: number;
  latency: number;
  bytes: number;
  outcome: Outcome;
  /** True for the first sample after a pause: values in between are unknown. */
  afterPause: boolean;
};

export type Change = { at: number; from: Outcome; to: Outcome };

/** Maximum numbers kept; the oldest are dropped. */
const SAMPLES_MAX = 2000;
const CHANGES_MAX = 1000;

export const WATCH_SECONDS: readonly number[] = [2, 5, 10, 30, 60];

/** Samples of one field of one device; kept for the lifetime of the tab. */
export class FieldWatch {
  /** Increases with every change. */
  version = 0;
  running = false;
  seconds = 10;
  samples: readonly Sample[] = [];
  /** Latest first. */
  changes: readonly Change[] = [];
  answers = 0;
  changed = 0;
  private paused = true;
  private readonly listeners = new Emitter();

  /** Adds a sample. Failures are skipped when values are compared. */
  add(sample: Omit<Sample, 'afterPause'>): void {
    const before = this.samples.findLast(({ outcome }) => outcome.kind !== 'failed')?.outcome;
    const { outcome, at } = sample;
    this.answers++;
    this.samples = [...this.samples.slice(1 - SAMPLES_MAX), { ...sample, afterPause: this.paused }];
    this.paused = false;
    if (before && outcome.kind !== 'failed' && !sameOutcome(before, outcome)) {
      this.changed++;
      this.changes = [{ at, from: before, to: outcome }, ...this.changes.slice(0, CHANGES_MAX - 1)];
    }
    this.tell();
  }

  run(running: boolean): void {
    this.running = running;
    this.pause();
    this.tell();
  }

  /** Marks a gap before the next sample. */
  pause(): void {
    this.paused = true;
  }

  every(seconds: number): void {
    this.seconds = seconds;
    this.tell();
  }

  clear(): void {
    this.samples = [];
    this.changes = [];
    this.answers = 0;
    this.changed = 0;
    this.paused = true;
    this.tell();
  }

  readonly subscribe = this.listeners.subscribe;

  private tell(): void {
    this.version++;
    this.listeners.emit();
  }
}

function sameOutcome(before: Outcome, after: Outcome): boolean {
  if (before.kind !== 'value' || after.kind !== 'value') return before.kind === after.kind;
  return sameValue(before.value, after.value);
}

/** Calls `ask` immediately and then every `everyMs` ms, one call at a time, while the page is visible. @returns stop function */
export function pollWhileVisible(everyMs: number, ask: () => Promise<void>, onHidden: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [asking, stopped, due] = [false, false, Date.now()];
  const plan = () => {
    clearTimeout(timer);
    if (stopped || asking || document.hidden) return;
    timer = setTimeout(begin, Math.max(0, due - Date.now()));
  };
  const begin = async () => {
    asking = true;
    due = Date.now() + everyMs;
    await ask();
    asking = false;
    plan();
  };
  const look = () => {
    if (document.hidden) onHidden();
    plan();
  };
  document.addEventListener('visibilitychange', look);
  plan();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const WORDS_MAX = 60;

export function outcomeOf(path: string, { device }: DeviceAnswer): Outcome {
  return Object.hasOwn(device, path) ? { kind: 'value', value: device[path] } : { kind: 'absent' };
}

/** Formats an outcome for the log; text is quoted, as it could equal a keyword. */
export function outcomeWords(field: string, outcome: Outcome, mode: TimeMode): string {
  if (outcome.kind !== 'value') return outcome.kind;
  const { value } = outcome;
  const kind = kindOf(field, typeof value === 'boolean' ? 'flag' : typeof value === 'number' ? 'number' : undefined);
  if (typeof value === 'boolean') return wordOf(kind, String(value));
  if (kind === 'time' && isNever(value)) return value === 0 ? 'never' : truncateJson(value, WORDS_MAX);
  if (kind === 'time' && typeof value === 'number') {
    return formatTime(value, mode === 'relative' ? 'local' : mode, 0) ?? String(value);
  }
  return truncateJson(value, WORDS_MAX);
}

export function typeWord(value: unknown): string {
  if (value === null) return 'null, which is not the same as absent';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'string') return value === '' ? 'a text of no characters' : 'a text';
  return typeof value === 'object' && !('text' in value) ? 'an object' : 'a number';
}

/** True if the service rejected the field; false if it failed to answer. */
export function isRejected(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'PATH-INVALID' || error.status === 400);
}
