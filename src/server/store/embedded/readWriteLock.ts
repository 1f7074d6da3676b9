type WaitingHolder = { isExclusive: boolean; grant: () => void };

/** First-in, first-out lock for many readers or one writer. Readers cannot starve a writer. */
export class ReadWriteLock {
  private readonly waiting: WaitingHolder[] = [];
  private holderCount = 0;
  private isExclusive = false;

  acquireRead(): Promise<() => void> {
    return this.acquire(false);
  }

  acquireWrite(): Promise<() => void> {
    return this.acquire(true);
  }

  get isContended(): boolean {
    return this.isExclusive || this.waiting.length > 0;
  }

  runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(true, work);
  }

  runShared<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(false, work);
  }

  private async run<Result>(isExclusive: boolean, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(isExclusive);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private async acquire(isExclusive: boolean): Promise<() => void> {
    await new Promise<void>((grant) => {
      this.waiting.push({ isExclusive, grant });
      this.grantNext();
    });
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.holderCount--;
      this.isExclusive = false;
      this.grantNext();
    };
  }

  private grantNext(): void {
    for (;;) {
      const [first] = this.waiting;
      if (!first || this.isExclusive || (first.isExclusive && this.holderCount > 0)) return;
      this.waiting.shift();
      this.holderCount++;
      this.isExclusive = first.isExclusive;
      first.grant();
    }
  }
}
