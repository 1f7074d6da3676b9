import { DatabaseError } from '#server/store/database.ts';

/** Time limit for one request in the database, in ms, over several statements. Unlimited if undefined. */
export class TimeBudget {
  private left: number | undefined;

  constructor(total: number | undefined) {
    this.left = total;
  }

  /**
   * Waits for work for at most the remaining time. `overdue` aborts work that exceeds it, and `discard` releases a late
   * result.
   * @throws DatabaseError `timeout`
   */
  async spend<Result>(
    work: (overdue?: AbortSignal) => Promise<Result>,
    discard: (result: Result) => void = () => undefined,
  ): Promise<Result> {
    if (this.left === undefined) return work();
    const overdue = new AbortController();
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new DatabaseError('timeout', 'The request took too long.'));
        overdue.abort();
      }, this.left);
    });
    const working = work(overdue.signal);
    working.then(
      (result) => overdue.signal.aborted && discard(result),
      () => undefined,
    );
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
      this.left -= performance.now() - start;
    }
  }
}
