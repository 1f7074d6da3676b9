import type { OpenBody } from '#fleet/bodyStream.ts';
import type { Batch, Block, ColumnHead } from '#fleet/model/cells.ts';
import type { Fleet, Progress } from '#fleet/model/fleet.ts';
import { FleetFault } from '#fleet/model/fleetFault.ts';
import type { Order } from '#fleet/order/order.ts';

/** What the page tells the worker. Bytes are given away. */
export type ToWorker =
  | { type: 'start'; only: readonly string[] | undefined }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'order'; column: number }
  /** Asks a worker that reads nothing for the order of a column whose cells it is given. */
  | { type: 'sort'; column: number; blocks: Block[]; head: ColumnHead; values: readonly string[] };

/** What the worker tells the page. */
export type FromWorker =
  /** `bytes` were read: the page may send as many more. Rows come with it when there are new ones. */
  | { type: 'read'; bytes: number; batch: Batch | undefined; progress: Progress }
  | { type: 'whole'; listed: boolean }
  | { type: 'broken'; message: string; early: boolean }
  | { type: 'order'; column: number; order: Order }
  /** Every order was made; the worker has nothing left to do. */
  | { type: 'idle' };

/** Bytes that may be on their way to the worker: the network is not read faster than the worker is. */
const UNREAD_MAX = 8 * 1024 * 1024;

/** A filling fleet tells of its progress at most this often: each time the page is drawn anew, which takes cores from reading. */
const TELL_MS = 250;

type Options = { only: readonly string[] | undefined; signal: AbortSignal; onRows: () => void };

/** Reads a body in a worker of its own, which goes on making the sort orders when the list is complete, then ends. */
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
   * Reads `early` again, then what is left of the body. Whatever came before a fault is in the fleet when it is thrown.
   * @throws FleetFault
   */
  async readRest(early: Uint8Array[], body: OpenBody): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.settled = { resolve, reject };
    });
    const sent = this.send(early, body);
    // a broken connection ends the body for the worker too, which then says what it had
    await Promise.allSettled([ended, sent]);
    this.options.signal.removeEventListener('abort', this.cancel);
    // whoever reads tells of the end
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

  /** What comes in between is told of in the end, also where nothing more comes. */
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

/** The one place that names the worker's file, so that it is built once. */
function startWorker(): Worker {
  return new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Orders for a fleet whose reading was cancelled: its worker ended with it, so each order that is asked for is made in a
 * worker of its own, out of copies of that one column.
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
