import { Emitter } from '#lib/emitter.ts';

/** Rows in the viewport. `start` is 0-based, `end` is exclusive. */
type VisibleRows = { readonly start: number; readonly end: number };

const THROTTLE_MS = 120;

/** Store of the rows in the viewport. Notifications are throttled, so that subscribers do not slow down scrolling. */
export class VisibleRowsStore {
  private rows: VisibleRows = { start: 0, end: 0 };
  private published = this.rows;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Emitter();

  readonly get = (): VisibleRows => this.published;

  readonly subscribe = this.listeners.subscribe;

  set(start: number, end: number): void {
    if (start === this.rows.start && end === this.rows.end) return;
    this.rows = { start, end };
    this.timer ??= setTimeout(this.publish, THROTTLE_MS);
  }

  private readonly publish = () => {
    this.timer = undefined;
    this.published = this.rows;
    this.listeners.emit();
  };
}
