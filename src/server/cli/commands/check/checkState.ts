import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import * as z from 'zod/mini';
import { LIMIT_SEVERITIES } from '#dashboard/dashboard.ts';
import { TILE_STATES } from '#dashboard/tileResult.ts';
import type { DashboardRecord } from '#dashboard/tileTracker.ts';
import { CommandError } from '#server/commandError.ts';
import { CHECK_MESSAGES } from './messages.ts';
import { getErrorCode } from './readSecret.ts';
import { writeFileAtomically } from './writeFileAtomically.ts';

const number = z.number();
const optionalNumber = z.optional(z.number());

const pointSchema = z.object({ at: number, value: number, share: optionalNumber });

const crossingSchema = z.object({
  id: z.string(),
  dashboard: z.string(),
  tile: z.string(),
  state: z.enum(LIMIT_SEVERITIES),
  limit: z.string(),
  at: number,
  value: optionalNumber,
  share: optionalNumber,
});

/** Crossing of a limit, until the webhook has accepted it. `at` is in ms since 1970. */
export type Crossing = z.infer<typeof crossingSchema>;

const stateSchema = z.object({
  fleetlens: z.literal('check-state'),
  version: z.literal(1),
  service: z.string(),
  dashboard: z.string(),
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
  crossings: z.array(crossingSchema),
});

const headSchema = z.object({ fleetlens: z.literal('check-state'), version: number });

export type CheckState = { record: DashboardRecord; crossings: readonly Crossing[] };

/** Identifies the owner of a state file. Contains no credentials. */
export type StateOwner = { service: string; dashboard: string };

/** State kept in a file between two checks. It contains no credentials, and no IDs other than those in links. */
export class CheckStateFile {
  readonly path: string;
  readonly #owner: StateOwner;
  #isUnreadable = false;

  constructor(path: string, owner: StateOwner) {
    this.path = path;
    this.#owner = owner;
  }

  /**
   * Reads the state. A missing file is an empty state; a damaged one is renamed, so that nothing is lost.
   * @returns the state, or why it is not available
   * @throws CommandError for a file that must not be replaced
   */
  async read(): Promise<{ state: CheckState } | { problem: string } | undefined> {
    this.#isUnreadable = false;
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      const code = getErrorCode(error);
      if (code === 'ENOENT') return undefined;
      this.#isUnreadable = true;
      return { problem: CHECK_MESSAGES.fileUnreadable(this.path, code) };
    }
    const content = parseJsonText(text);
    const head = headSchema.safeParse(content).data;
    if (head && head.version > 1) throw new CommandError(CHECK_MESSAGES.stateNewer(this.path));
    const { data } = stateSchema.safeParse(content);
    if (!data) return { problem: await this.#setAside() };
    const { service, dashboard, opened, tiles, crossings } = data;
    if (service !== this.#owner.service || dashboard !== this.#owner.dashboard)
      throw new CommandError(CHECK_MESSAGES.stateOfOther(this.path));
    return { state: { record: { opened, tiles }, crossings } };
  }

  /**
   * Replaces the file. A file that could not be read is not replaced, because its content may be intact.
   * @returns why the state was not written, if it was not
   */
  async write({ record, crossings }: CheckState): Promise<string | undefined> {
    if (this.#isUnreadable) return CHECK_MESSAGES.stateKept(this.path);
    const content = { fleetlens: 'check-state', version: 1, ...this.#owner, ...record, crossings };
    try {
      await writeFileAtomically(this.path, `${JSON.stringify(content)}\n`, 0o600);
      return undefined;
    } catch (error) {
      return CHECK_MESSAGES.fileUnwritable(this.path, getErrorCode(error));
    }
  }

  async #setAside(): Promise<string> {
    const aside = `${this.path}.damaged`;
    try {
      await rename(this.path, aside);
      return CHECK_MESSAGES.stateDamaged(this.path, aside);
    } catch (error) {
      return CHECK_MESSAGES.fileUnwritable(aside, getErrorCode(error));
    }
  }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
