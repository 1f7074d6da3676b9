/** Who hears that something changed, each once. */
export class Emitter {
  private readonly listeners = new Set<() => void>();
  private readonly attend: () => () => void;
  private leave: (() => void) | undefined;

  /** `attend` is called when the first one listens, and what it gives when none does any more. */
  constructor(attend = () => () => {}) {
    this.attend = attend;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Calls `listener` from now on; gives the way to stop. */
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

  /** As soon as what changed it has returned. */
  emitAsync(): void {
    queueMicrotask(() => this.emit());
  }
}
