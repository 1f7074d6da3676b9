/** First-in, first-out lock for many readers or one writer: readers cannot starve a writer. */
export class ReadWriteLock {
  private readonly waiting: { isExclusive: boolean; grant: () => void }[] = [];
  private holderCount = 0;
  private alone = false;

  /** Acquires the lock for reading. @returns the function that releases it, once */
  acquireRead(): Promise<() => void> {
    return this.acquire(false);
  }

  acquireWrite(): Promise<() => void> {
    return this.acquire(true);
  }

  get isContended(): boolean {
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

  private acquire(alone: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.holderCount--;
        this.alone = false;
        this.next();
      };
      let left = false;
      this.waiting.push({
        isExclusive: alone,
        grant: () =>
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
      if (!first || this.alone || (first.isExclusive && this.holderCount > 0)) return;
      this.waiting.shift();
      this.holderCount++;
      this.alone = first.isExclusive;
      first.grant();
    }
  }
}
