import { DatabaseError } from '#server/store/database.ts';

/** Page of a result. */
export type PageRange = { offset: number; pageSize: number };

/**
 * Groups of a query, in order, from the one at `start` on. `isComplete` is true if the last group is among them. `bytes`
 * estimates their memory.
 */
export type GroupList = {
  readonly start: number;
  readonly size: number;
  readonly bytes: number;
  readonly isComplete: boolean;
  /** Formats groups as JSON texts. `offset` counts from `start`. */
  format(offset: number, count: number): string[];
};

export function hasPage({ start, size, isComplete }: GroupList, { offset, pageSize }: PageRange): boolean {
  return start <= offset && (isComplete || start + size >= offset + pageSize);
}

/** SQLSTATE of groups that need too much memory, here or in the database. */
export const OUT_OF_MEMORY_SQLSTATE = '53200';

type Entry = { generation: string; list: GroupList; timer: NodeJS.Timeout };

/** Default for the memory of all groups, in bytes. */
export const GROUP_BYTES_MAX = 256 * 1024 * 1024;

/** Duration in ms for which groups are kept for the further pages of their query. */
const KEPT_MS = 30_000;

/**
 * Keeps the groups of queries for their further pages, because each page would otherwise group again. Limits the memory
 * of kept and growing groups together.
 */
export class GroupCache {
  private readonly entries = new Map<string, Entry>();
  private readonly loading = new Map<string, Promise<unknown>>();
  private readonly growing = new Set<{ readonly bytes: number }>();
  readonly bytesMax: number;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  drop(key: string): void {
    clearTimeout(this.entries.get(key)?.timer);
    this.entries.delete(key);
  }

  /**
   * Returns the kept groups if they have the page, otherwise loads them. Pages of one query that are requested at the
   * same time wait for the same load.
   * @throws the error of `load`
   */
  async read(key: string, generation: string, cut: PageRange, load: () => Promise<GroupList>): Promise<GroupList> {
    while (this.loading.has(key)) await this.loading.get(key);
    const entry = this.entries.get(key);
    if (entry?.generation === generation && hasPage(entry.list, cut)) return entry.list;
    const loaded = load();
    this.loading.set(
      key,
      loaded.catch(() => undefined),
    );
    try {
      const list = await loaded;
      this.drop(key);
      const timer = setTimeout(() => this.drop(key), KEPT_MS).unref();
      this.entries.set(key, { generation, list, timer });
      this.makeRoom();
      return list;
    } finally {
      this.loading.delete(key);
    }
  }

  /**
   * Runs work that adds groups and calls `assertFits` after each addition.
   * @throws DatabaseError with OUT_OF_MEMORY_SQLSTATE, from `assertFits`, if these are the largest groups that grow
   * and the memory is exceeded even without kept groups
   */
  async grow<Result>(groups: { readonly bytes: number }, work: (assertFits: () => void) => Promise<Result>) {
    this.growing.add(groups);
    try {
      return await work(() => {
        const isLargest = [...this.growing].every(({ bytes }) => bytes <= groups.bytes);
        if (!this.makeRoom() && isLargest) {
          throw new DatabaseError('statement', 'the groups need too much memory', OUT_OF_MEMORY_SQLSTATE);
        }
      });
    } finally {
      this.growing.delete(groups);
    }
  }

  /** Drops the oldest kept groups until all groups fit. Returns false if they do not. */
  private makeRoom(): boolean {
    let room = this.bytesMax;
    for (const { bytes } of this.growing) room -= bytes;
    for (const { list } of this.entries.values()) room -= list.bytes;
    for (const [key, { list }] of this.entries) {
      if (room >= 0) break;
      this.drop(key);
      room += list.bytes;
    }
    return room >= 0;
  }
}
