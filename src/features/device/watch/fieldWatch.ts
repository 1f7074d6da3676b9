import { ApiError } from '#api/apiError.ts';
import type { DeviceResult } from '#api/fetchDevice.ts';
import { formatValueLabel, getFieldKind, isDeepEqual } from '#fields/deviceField.ts';
import { Emitter } from '#lib/emitter.ts';
import { formatTime, isNeverTimestamp, type TimeMode } from '#lib/time/time.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';

export type FieldResult = { kind: 'value'; value: unknown } | { kind: 'absent' } | { kind: 'failed'; words: string };

export type FieldSample = {
  /** Arrival time in ms since 1970, latency in ms, and size in bytes. */
  at: number;
  latency: number;
  bytes: number;
  result: FieldResult;
  afterPause: boolean;
};

export type FieldValueChange = { at: number; from: FieldResult; to: FieldResult };

const SAMPLES_MAX = 2000;
const CHANGES_MAX = 1000;

export const WATCH_INTERVALS_S: readonly number[] = [2, 5, 10, 30, 60];

export class FieldWatch {
  version = 0;
  running = false;
  seconds = 10;
  samples: readonly FieldSample[] = [];
  changes: readonly FieldValueChange[] = [];
  responseCount = 0;
  changeCount = 0;
  private paused = true;
  private readonly emitter = new Emitter();

  add(sample: Omit<FieldSample, 'afterPause'>): void {
    const before = this.samples.findLast(({ result }) => result.kind !== 'failed')?.result;
    const { result: outcome, at } = sample;
    this.responseCount++;
    this.samples = [...this.samples.slice(1 - SAMPLES_MAX), { ...sample, afterPause: this.paused }];
    this.paused = false;
    if (before && outcome.kind !== 'failed' && !isSameResult(before, outcome)) {
      this.changeCount++;
      this.changes = [{ at, from: before, to: outcome }, ...this.changes.slice(0, CHANGES_MAX - 1)];
    }
    this.emitChange();
  }

  setRunning(running: boolean): void {
    this.running = running;
    this.pause();
    this.emitChange();
  }

  pause(): void {
    this.paused = true;
  }

  setSeconds(seconds: number): void {
    this.seconds = seconds;
    this.emitChange();
  }

  clear(): void {
    this.samples = [];
    this.changes = [];
    this.responseCount = 0;
    this.changeCount = 0;
    this.paused = true;
    this.emitChange();
  }

  readonly subscribe = this.emitter.subscribe;

  private emitChange(): void {
    this.version++;
    this.emitter.emit();
  }
}

function isSameResult(before: FieldResult, after: FieldResult): boolean {
  if (before.kind !== 'value' || after.kind !== 'value') return before.kind === after.kind;
  return isDeepEqual(before.value, after.value);
}

/**
 * Calls `fetchOnce` immediately and then every `everyMs` ms, one call at a time, while the page is visible.
 * @returns a function that stops it
 */
export function pollWhileVisible(everyMs: number, fetchOnce: () => Promise<void>, onHidden: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [asking, stopped, due] = [false, false, Date.now()];
  const schedule = () => {
    clearTimeout(timer);
    if (stopped || asking || document.hidden) return;
    timer = setTimeout(begin, Math.max(0, due - Date.now()));
  };
  const begin = async () => {
    asking = true;
    due = Date.now() + everyMs;
    await fetchOnce();
    asking = false;
    schedule();
  };
  const handleVisibilityChange = () => {
    if (document.hidden) onHidden();
    schedule();
  };
  document.addEventListener('visibilitychange', handleVisibilityChange);
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', handleVisibilityChange);
  };
}

const TEXT_LENGTH_MAX = 60;

export function getFieldResult(path: string, { device }: DeviceResult): FieldResult {
  return Object.hasOwn(device, path) ? { kind: 'value', value: device[path] } : { kind: 'absent' };
}

export function formatFieldResult(field: string, outcome: FieldResult, mode: TimeMode): string {
  if (outcome.kind !== 'value') return outcome.kind;
  const { value } = outcome;
  const kind = getFieldKind(
    field,
    typeof value === 'boolean' ? 'flag' : typeof value === 'number' ? 'number' : undefined,
  );
  if (typeof value === 'boolean') return formatValueLabel(kind, String(value));
  if (kind === 'time' && isNeverTimestamp(value))
    return value === 0 ? 'never' : formatTruncatedJson(value, TEXT_LENGTH_MAX);
  if (kind === 'time' && typeof value === 'number') {
    return formatTime(value, mode === 'relative' ? 'local' : mode, 0) ?? String(value);
  }
  return formatTruncatedJson(value, TEXT_LENGTH_MAX);
}

export function describeValueType(value: unknown): string {
  if (value === null) return 'null (the field exists)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'object' && !('text' in value) ? 'an object' : 'a number';
}

export function isFieldPathRejection(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'PATH-INVALID' || error.status === 400);
}
