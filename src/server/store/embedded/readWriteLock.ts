/** First-in, first-out lock for many readers or one writer: readers cannot starve a writer. */
export class ReadWriteLock {
  private readonly waiting: { alone: boolean; acquireRead: () => void }[] = [];
  private inside = 0;
  private alone = false;

  /** Acquires the lock for reading. @returns the function that releases it, once */
  enter(): Promise<() => void> {
    return this.come(false);
  }

  acquireWrite(): Promise<() => void> {
    return this.come(true);
  }

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
