/** Lets any number of readers in, or one writer; who waits is let in in turn, so that readers do not keep a writer out. */
export class ReadWriteLock {
  private readonly waiting: { alone: boolean; acquireRead: () => void }[] = [];
  private inside = 0;
  private alone = false;

  /** Waits to be let in beside others. Gives what leaves again, which does so once. */
  enter(): Promise<() => void> {
    return this.come(false);
  }

  /** Waits to be let in alone. */
  acquireWrite(): Promise<() => void> {
    return this.come(true);
  }

  /** Whether whoever came now would wait. */
  get closed(): boolean {
    return this.alone || this.waiting.length > 0;
  }

  async runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.acquireWrite();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private come(alone: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.inside--;
        this.alone = false;
        this.next();
      };
      let left = false;
      this.waiting.push({
        alone,
        acquireRead: () =>
          resolve(() => {
            if (!left) leave();
            left = true;
          }),
      });
      this.next();
    });
  }

  private next(): void {
    for (;;) {
      const [first] = this.waiting;
      if (!first || this.alone || (first.alone && this.inside > 0)) return;
      this.waiting.shift();
      this.inside++;
      this.alone = first.alone;
      first.acquireRead();
    }
  }
}
