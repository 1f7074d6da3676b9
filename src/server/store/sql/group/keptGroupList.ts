/** First groups of a query, as JSON text. */
export type GroupList = { documents: readonly string[]; isComplete: boolean };

type Entry = { key: string; generation: string; list: GroupList; timer: NodeJS.Timeout };

/** Keeps the groups of the last query for its further pages, because each page would otherwise group again. */
export class KeptGroupList {
  private readonly durationMs: number;
  private entry: Entry | undefined;
  private running: { key: string; end: Promise<unknown> } | undefined;

  constructor(durationMs: number) {
    this.durationMs = durationMs;
  }

  drop(key: string): void {
    if (this.entry?.key === key) this.replaceEntry(undefined);
  }

  /**
   * Returns the kept groups if they include the first `count` or are complete, otherwise loads them. Pages of one query
   * that are requested at the same time wait for the same load.
   * @throws the error of `load`
   */
  async read(key: string, generation: string, count: number, load: () => Promise<GroupList>): Promise<GroupList> {
    while (this.running?.key === key) await this.running.end;
    const { entry } = this;
    if (entry?.key === key && entry.generation === generation) {
      if (entry.list.isComplete || entry.list.documents.length >= count) return entry.list;
    }
    const loading = load();
    const running = { key, end: loading.catch(() => undefined) };
    this.running = running;
    try {
      const list = await loading;
      const timer = setTimeout(() => this.drop(key), this.durationMs).unref();
      this.replaceEntry({ key, generation, list, timer });
      return list;
    } finally {
      if (this.running === running) this.running = undefined;
    }
  }

  private replaceEntry(entry: Entry | undefined): void {
    clearTimeout(this.entry?.timer);
    this.entry = entry;
  }
}
