/** Who hears that something changed: each once more, as soon as what changed it has returned. */
export class Listeners {
  private readonly listeners = new Set<() => void>();

  get size(): number {
    return this.listeners.size;
  }

  add(listener: () => void): void {
    this.listeners.add(listener);
  }

  delete(listener: () => void): void {
    this.listeners.delete(listener);
  }

  tell(): void {
    queueMicrotask(() => {
      for (const listener of this.listeners) listener();
    });
  }
}
