export class Emitter {
  private readonly listeners = new Set<() => void>();
  private readonly onFirstSubscribe: () => () => void;
  private onLastUnsubscribe: (() => void) | undefined;

  /**
   * `attend` is called when the first listener is added. It returns a function that is called when the last listener is
   * removed.
   */
  constructor(attend = () => () => {}) {
    this.onFirstSubscribe = attend;
  }

  get size(): number {
    return this.listeners.size;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.onLastUnsubscribe ??= this.onFirstSubscribe();
    return () => {
      this.listeners.delete(listener);
      if (this.size > 0) return;
      this.onLastUnsubscribe?.();
      this.onLastUnsubscribe = undefined;
    };
  };

  emit(): void {
    for (const listener of this.listeners) listener();
  }

  emitAsync(): void {
    queueMicrotask(() => this.emit());
  }
}
