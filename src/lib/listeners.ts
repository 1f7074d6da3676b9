/** Who hears that something changed, each once. */
export class Listeners {
  private readonly listeners = new Set<() => void>();

  get size(): number {
    return this.listeners.size;
  }

  /** Calls `listener` from now on; gives the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** As soon as what changed it has returned. */
  tellSoon(): void {
    queueMicrotask(() => this.tell());
  }
}
