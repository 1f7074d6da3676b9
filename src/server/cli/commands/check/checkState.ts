import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { LIMIT_SEVERITIES } from '#dashboard/dashboard.ts';
import { TILE_STATES } from '#dashboard/tileResult.ts';
import type { DashboardRecord } from '#dashboard/tileTracker.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { getErrorCode, readTextFile, writeFileAtomically } from '#server/cli/commands/files.ts';
import { CommandError } from '#server/commandError.ts';
import { acquireFileLock, LockHeldError } from '#server/store/embedded/fileLock.ts';

const number = z.number();
const optionalNumber = z.optional(z.number());

const pointSchema = z.object({ at: number, value: number, share: optionalNumber });

const alertSchema = z.object({
  id: z.string(),
  dashboard: z.string(),
  tile: z.string(),
  state: z.enum(LIMIT_SEVERITIES),
  limit: z.string(),
  at: number,
  value: optionalNumber,
  share: optionalNumber,
  rejections: optionalNumber,
});

/**
 * Crossing of a limit, until the webhook has accepted it. `at` is in ms since 1970. `rejections` counts the checks in
 * which the receiver rejected it.
 */
export type Alert = z.infer<typeof alertSchema>;

/** Alerts that wait for the webhook, and the time in ms since 1970 before which it wants none. */
export type Outbox = { alerts: readonly Alert[]; retryAt?: number | undefined };

const stateSchema = z.object({
  fleetlens: z.literal('check-state'),
  version: z.literal(1),
  service: z.string(),
  dashboard: z.string(),
  at: optionalNumber,
  opened: number,
  tiles: z.record(
    z.string(),
    z.object({
      state: z.enum(TILE_STATES),
      since: number,
      asOf: optionalNumber,
      broken: number,
      isOver: z.boolean(),
      history: z.array(pointSchema),
    }),
  ),
  crossings: z.array(alertSchema),
  retryAt: optionalNumber,
});

const headSchema = z.object({ fleetlens: z.literal('check-state'), version: number });

/** `at` is the time of the check in ms since 1970. */
export type CheckState = { at?: number | undefined; record: DashboardRecord; outbox: Outbox };

/** Identifies the owner of a state file. Contains no credentials. */
type StateOwner = { service: string; dashboard: string };

const LOCK_INTERVAL_MS = 100;

/**
 * State kept in a file between two checks. It contains no credentials, and no IDs other than those in links. Only one
 * check may use it at a time: it reads, evaluates, writes and posts while it holds the lock.
 */
export class CheckStateFile {
  readonly path: string;
  readonly #owner: StateOwner;
  #isUnreadable = false;

  constructor(path: string, owner: StateOwner) {
    this.path = path;
    this.#owner = owner;
  }

  /**
   * Waits until no other check uses the file. The lock ends with the process, also if it is killed.
   * @returns how to release the lock, or why the file cannot be locked
   * @throws CommandError if another check still uses it after `timeoutMs`
   */
  async lock(timeoutMs: number, signal: AbortSignal): Promise<{ release(): Promise<void>; problem?: string }> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await acquireFileLock(`${this.path}.lock`, this.path);
      } catch (error) {
        if (!(error instanceof LockHeldError)) {
          const reason = error instanceof CommandError ? error.message : getErrorCode(error);
          const problem = `The state file ${this.path} cannot be locked, so checks must not overlap (${reason}).`;
          return { release: async () => undefined, problem };
        }
        if (signal.aborted || performance.now() >= end)
          throw new CommandError(
            `The state file ${this.path} is in use by another check${error.holder && ` (${error.holder})`}.`,
          );
        await wait(LOCK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Reads the state. A missing file is an empty state; a damaged one is renamed, so that nothing is lost.
   * @returns the state, or why it is not available
   * @throws CommandError for a file that must not be replaced
   */
  async read(): Promise<{ state: CheckState } | { problem: string } | undefined> {
    this.#isUnreadable = false;
    if (!existsSync(this.path)) return undefined;
    let text: string;
    try {
      text = readTextFile(this.path);
    } catch (error) {
      this.#isUnreadable = true;
      return { problem: (error as CommandError).message }; // the only error of readTextFile
    }
    const content: unknown = tryCatch(() => JSON.parse(text));
    const head = headSchema.safeParse(content).data;
    if (head && head.version > 1)
      throw new CommandError(`The state file ${this.path} requires a newer version of Fleetlens.`);
    const { data } = stateSchema.safeParse(content);
    if (!data) return { problem: await this.#setAside() };
    const { service, dashboard, at, opened, tiles, crossings: alerts, retryAt } = data;
    if (service !== this.#owner.service || dashboard !== this.#owner.dashboard) {
      const owner = `The state file ${this.path} belongs to another service or dashboard.`;
      throw new CommandError(`${owner} Use one state file for each.`);
    }
    return { state: { at, record: { opened, tiles }, outbox: { alerts, retryAt } } };
  }

  /**
   * Replaces the file. A file that could not be read is not replaced, because its content may be intact.
   * @returns why the state was not written, if it was not
   */
  async write({ at, record, outbox: { alerts, retryAt } }: CheckState): Promise<string | undefined> {
    if (this.#isUnreadable) return `The state file ${this.path} was not replaced, because it could not be read.`;
    const head = { fleetlens: 'check-state', version: 1, ...this.#owner };
    const content = { ...head, at, ...record, crossings: alerts, retryAt };
    try {
      await writeFileAtomically(this.path, `${JSON.stringify(content)}\n`, 0o600);
      return undefined;
    } catch (error) {
      return (error as CommandError).message; // the only error of writeFileAtomically
    }
  }

  async #setAside(): Promise<string> {
    const aside = `${this.path}.damaged`;
    try {
      await rename(this.path, aside);
      return `The state file ${this.path} is damaged. It was renamed to ${aside}, and earlier refreshes are no longer known.`;
    } catch (error) {
      return `The state file ${this.path} is damaged, and cannot be renamed to ${aside} (${getErrorCode(error)}).`;
    }
  }
}
