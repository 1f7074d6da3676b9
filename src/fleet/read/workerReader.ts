import type { OpenBody } from '#fleet/bodyStream.ts';
import type { Batch, Block, ColumnHead } from '#fleet/model/cells.ts';
import type { Fleet, Progress } from '#fleet/model/fleet.ts';
import { FleetFault } from '#fleet/model/fleetFault.ts';
import type { Order } from '#fleet/order/order.ts';

/** Messages from the page to the worker. Bytes are transferred. */
export type ToWorker =
  | { type: 'start'; only: readonly string[] | undefined }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'order'; column: number }
  | { type: 'sort'; column: number; blocks: Block[]; head: ColumnHead; values: readonly string[] };

export type FromWorker =
  /** The worker has read `bytes`, so the page may send as many more. Contains the new rows, if any. */
  | { type: 'read'; bytes: number; batch: Batch | undefined; progress: Progress }
  | { type: 'whole'; listed: boolean }
  | { type: 'broken'; message: string; early: boolean }
  | { type: 'order'; column: number; order: Order }
  | { type: 'idle' };

/** Maximum bytes sent but not yet read: limits the download to the worker's speed. */
const UNREAD_MAX = 8 * 1024 * 1024;

/** Minimum interval between notifications while loading: each one re-renders the page, which takes CPU from reading. */
const TELL_MS = 250;

type Options = { only: readonly string[] | undefined; signal: AbortSignal; onRows: () => void };

/** Reads a body in a worker, which computes the sort orders after the list is complete, then stops. */
export class WorkerReader {
  private readonly worker = startWorker();
  private readonly fleet: Fleet;
  private readonly options: Options;
  private unread = 0;
  private told = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private drained: () => void = () => {};
  private settled: { resolve: () => void; reject: (fault: FleetFault) => void } | undefined;

  constructor(fleet: Fleet, options: Options) {
    this.fleet = fleet;
    this.options = options;
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.hear(data));
    this.worker.addEventListener('error', (cause) => {
      this.fail(new FleetFault('damaged', 'The list could not be read.', { cause }));
    });
    options.signal.addEventListener('abort', this.cancel, { once: true });
    fleet.onWanted((column) => this.tell({ type: 'order', column }));
    fleet.beginAnew();
    this.tell({ type: 'start', only: options.only });
  }

  /**
   * Reads the chunks `early` again, then the rest of the body. Rows before a fault are in the fleet.
   * @throws FleetFault
   */
  async readRest(early: Uint8Array[], body: OpenBody): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.settled = { resolve, reject };
    });
    const sent = this.send(early, body);
    // a broken connection also ends the body for the worker, which then sends its last rows
    await Promise.allSettled([ended, sent]);
    this.options.signal.removeEventListener('abort', this.cancel);
    // the caller sends the final notification
    clearTimeout(this.later);
    await sent;
    await ended;
  }

  private async send(early: Uint8Array[], body: OpenBody): Promise<void> {
    for (const bytes of early) this.give(bytes);
    try {
      for (let bytes = await body.next(); bytes && !this.stopped; bytes = await body.next()) {
        this.give(bytes);
        if (this.unread > UNREAD_MAX) {
          await new Promise<void>((resolve) => {
            this.drained = resolve;
          });
        }
      }
    } finally {
      this.tell({ type: 'end' });
    }
  }

  private give(bytes: Uint8Array): void {
    this.unread += bytes.length;
    this.tell({ type: 'bytes', bytes }, [bytes.buffer]);
  }

  private hear(message: FromWorker): void {
    const { fleet } = this;
    if (message.type === 'read') {
      this.unread -= message.bytes;
      if (this.unread < UNREAD_MAX / 2) this.drained();
      if (message.batch) fleet.take(message.batch);
      fleet.progress = message.progress;
      this.options.onRows();
      this.changedSoon();
    } else if (message.type === 'whole') {
      this.settled?.resolve();
    } else if (message.type === 'broken') {
      this.stopped = true;
      this.fail(new FleetFault(message.early ? 'truncated' : 'damaged', message.message));
    } else if (message.type === 'order') {
      fleet.orders.set(message.column, message.order);
      fleet.changed();
    } else this.stop();
  }

  /** Notifies subscribers at most every TELL_MS; a delayed notification covers the changes in between. */
  private changedSoon(): void {
    const wait = this.told + TELL_MS - performance.now();
    if (wait > 0) {
      this.later ??= setTimeout(() => {
        this.later = undefined;
        this.changedSoon();
      }, wait);
      return;
    }
    this.told = performance.now();
    this.fleet.changed();
  }

  private fail(fault: FleetFault): void {
    this.settled?.reject(fault);
  }

  private readonly cancel = () => {
    this.stop();
    sortElsewhere(this.fleet);
    this.fail(new FleetFault('aborted', 'The request was cancelled.'));
  };

  private stop(): void {
    this.stopped = true;
    this.worker.terminate();
    this.drained();
  }

  private tell(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
}

/** The only reference to the worker's file, so that it is built once. */
function startWorker(): Worker {
  return new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Computes orders for a fleet whose loading was cancelled together with its worker: each requested order uses a new
 * worker and a copy of that column.
 */
function sortElsewhere(fleet: Fleet): void {
  const asked = new Set<number>();
  fleet.onWanted((column) => {
    const head = fleet.columns[column];
    if (asked.has(column) || !head) return;
    asked.add(column);
    const worker = startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.type !== 'order') return;
      worker.terminate();
      fleet.orders.set(column, data.order);
      fleet.changed();
    });
    const blocks = fleet.blocks.map((block) => onlyColumn(block, column));
    const message: ToWorker = { type: 'sort', column, blocks, head, values: fleet.codedValues(column) };
    worker.postMessage(message);
  });
}

function onlyColumn({ rows, cells }: Block, column: number): Block {
  const own: Block['cells'] = [];
  own[column] = cells[column];
  return { rows, cells: own };
}
