/** A set of change listeners. */
export class Emitter {
  private readonly listeners = new Set<() => void>();
  private readonly attend: () => () => void;
  private leave: (() => void) | undefined;

  /** `attend` is called with the first listener, and its result when the last one is removed. */
  constructor(attend = () => () => {}) {
    this.attend = attend;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Adds a listener and returns the function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.leave ??= this.attend();
    return () => {
      this.listeners.delete(listener);
      if (this.size > 0) return;
      this.leave?.();
      this.leave = undefined;
    };
  };

  emit(): void {
    for (const listener of this.listeners) listener();
  }

  /** Emits in a microtask. */
  emitAsync(): void {
    queueMicrotask(() => this.emit());
  }
}
