import { Emitter } from '#lib/emitter.ts';

/** Largest clock difference that is ignored, in ms. */
const TOLERANCE_MS = 60_000;

/**
 * Largest uncertainty in ms of a measurement that is still used. Requests may take long, and the computer may sleep.
 */
const UNCERTAINTY_MAX_MS = 10_000;

const JITTER_MS = 5000;

const serviceClock = { offset: 0, listeners: new Emitter() };

export const subscribeToServiceClock = serviceClock.listeners.subscribe;

/** Returns the offset of the service's clock from the browser's clock, in ms. 0 if unknown or negligible. */
export function getServiceClockOffset(): number {
  return serviceClock.offset;
}

/** Returns the time of the service in ms since 1970. If unknown, returns the browser's time. */
export function getServiceTime(): number {
  return Date.now() + serviceClock.offset;
}

/**
 * Measures the service's clock by the `Date` header of a response. `sent` is the time of the request by the browser's
 * clock, in ms. Does nothing without the header, which responses from other origins lack.
 */
export function updateServiceClock(headers: Headers, sent: number): void {
  const date = Date.parse(headers.get('date') ?? '');
  // the header was written between the request and now, in whole seconds
  const [least, most] = [date - Date.now(), date + 999 - sent];
  if (!(most >= least && most - least <= UNCERTAINTY_MAX_MS)) return;
  const next = least > TOLERANCE_MS || most < -TOLERANCE_MS ? Math.round((least + most) / 2) : 0;
  if (Math.abs(next - serviceClock.offset) < JITTER_MS) return;
  serviceClock.offset = next;
  serviceClock.listeners.emit();
}
