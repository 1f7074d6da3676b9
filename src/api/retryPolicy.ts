import { ApiError, isRetryable } from './apiError.ts';

const RETRIES_MAX = 2;

/** Retries only retryable errors: twice with backoff, or once after the wait that a rate limit requires. */
export function shouldRetryRequest(failures: number, error: unknown): boolean {
  return failures < (getRateLimitSeconds(error) === undefined ? RETRIES_MAX : 1) && isRetryable(error);
}

/** Returns the delay before the next attempt, in ms. `failures` counts from 0. */
export function getRetryDelay(failures: number, error: unknown): number {
  const pause = getRateLimitSeconds(error);
  return pause === undefined ? 400 * 2 ** failures * (0.5 + Math.random()) : pause * 1000;
}

function getRateLimitSeconds(error: unknown): number | undefined {
  return error instanceof ApiError ? error.rateLimitSeconds : undefined;
}
