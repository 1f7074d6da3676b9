import { Emitter } from '#lib/emitter.ts';

/** The rows that a grid shows now, for whoever wants to say so; positions count from 0, `end` is behind the last. */
type RowsInView = { readonly start: number; readonly end: number };

const TELL_MS = 120;

/** Keeps which rows a grid shows. Told a few times a second at most, so that nobody's drawing takes from scrolling. */
export class RowsInViewStore {
  private rows: RowsInView = { start: 0, end: 0 };
  private told = this.rows;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Emitter();

  readonly get = (): RowsInView => this.told;

  readonly subscribe = this.listeners.subscribe;

  set(start: number, end: number): void {
    if (start === this.rows.start && end === this.rows.end) return;
    this.rows = { start, end };
    this.timer ??= setTimeout(this.tell, TELL_MS);
  }

  private readonly tell = () => {
    this.timer = undefined;
    this.told = this.rows;
    this.listeners.emit();
  };
}
