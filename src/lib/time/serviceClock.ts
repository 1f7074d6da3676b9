import { Emitter } from '#lib/emitter.ts';

/** Largest difference between the browser's clock and the service's that is ignored, in ms. */
const TOLERANCE_MS = 60_000;

/** Largest uncertainty of a measurement that is used, in ms: a request may take long, or the computer sleep meanwhile. */
const UNCERTAINTY_MAX_MS = 10_000;

/** Measurements that differ by less are the same, in ms. */
const JITTER_MS = 5000;

const serviceClock = { offset: 0, listeners: new Emitter() };

/** Calls `listener` when the difference of the clocks changes; returns the way to stop. */
export const subscribeToClock = serviceClock.listeners.subscribe;

/** Offset of the service's clock from the browser's, in ms; 0 if unknown or negligible. */
export function getClockOffset(): number {
  return serviceClock.offset;
}

/** The service's time, in ms since 1970; the browser's where the service's is not known. */
export function getServiceTime(): number {
  return Date.now() + serviceClock.offset;
}

/**
 * Reads the service's time from the `Date` header of an answer. `sent` is the time of its request by the browser's clock,
 * in ms. A header that the browser does not show, as that of another origin may be, changes nothing.
 */
export function updateServiceClock(headers: Headers, sent: number): void {
  const date = Date.parse(headers.get('date') ?? '');
  // it was written between the request and now, in whole seconds
  const [least, most] = [date - Date.now(), date + 999 - sent];
  if (!(most >= least && most - least <= UNCERTAINTY_MAX_MS)) return;
  const next = least > TOLERANCE_MS || most < -TOLERANCE_MS ? Math.round((least + most) / 2) : 0;
  if (Math.abs(next - serviceClock.offset) < JITTER_MS) return;
  serviceClock.offset = next;
  serviceClock.listeners.emit();
}
