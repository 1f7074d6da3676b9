/** Runs tasks in order, at most `concurrency` at a time. */
export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
