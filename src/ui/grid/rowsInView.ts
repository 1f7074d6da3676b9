import { Emitter } from '#lib/emitter.ts';

/** Visible rows: 0-based, `end` is exclusive. */
type RowsInView = { readonly start: number; readonly end: number };

const TELL_MS = 120;

/** Store of the visible rows; notifications are throttled so that subscribers do not slow down scrolling. */
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
