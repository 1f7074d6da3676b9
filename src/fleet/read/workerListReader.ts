import type { BodyStream } from '#fleet/bodyStream.ts';
import type { BlockBatch, ColumnSchema, RowBlock } from '#fleet/model/cells.ts';
import type { Fleet, FleetProgress } from '#fleet/model/fleet.ts';
import { FleetLoadError } from '#fleet/model/fleetLoadError.ts';
import type { RowOrder } from '#fleet/sort/computeRowOrder.ts';

/** Messages from the page to the worker. Bytes are transferred rather than copied. */
export type FleetWorkerRequest =
  | { type: 'start'; only: readonly string[] | undefined }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'order'; column: number }
  | { type: 'sort'; column: number; blocks: RowBlock[]; schema: ColumnSchema; values: readonly string[] };

export type FleetWorkerResponse =
  /** Reports that the worker has read `bytes`, so that the page may send as many more. Contains new rows, if any. */
  | { type: 'read'; bytes: number; batch: BlockBatch | undefined; progress: FleetProgress }
  | { type: 'whole'; listed: boolean }
  | { type: 'broken'; message: string; early: boolean }
  | { type: 'order'; column: number; order: RowOrder }
  | { type: 'idle' };

/** Maximum number of bytes sent but not yet read. Limits the download to the speed of the worker. */
const UNREAD_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Minimum interval between notifications while loading, in ms. Each one renders the page and takes CPU time from the
 * parser.
 */
const NOTIFY_INTERVAL_MS = 250;

type WorkerReaderOptions = { only: readonly string[] | undefined; signal: AbortSignal; onRows: () => void };

/** Reads a device list in a worker. After the list is complete, the worker computes the sort orders and stops. */
export class WorkerListReader {
  private readonly worker = startWorker();
  private readonly fleet: Fleet;
  private readonly options: WorkerReaderOptions;
  private unreadBytes = 0;
  private notifiedAt = 0;
  private notifyTimer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private resumeSending: () => void = () => {};
  private completion: { resolve: () => void; reject: (fault: FleetLoadError) => void } | undefined;

  constructor(fleet: Fleet, options: WorkerReaderOptions) {
    this.fleet = fleet;
    this.options = options;
    this.worker.addEventListener('message', ({ data }: MessageEvent<FleetWorkerResponse>) => this.handleMessage(data));
    this.worker.addEventListener('error', (cause) => {
      this.stop();
      this.fail(new FleetLoadError('damaged', 'The list could not be read.', { cause }));
    });
    options.signal.addEventListener('abort', this.cancel, { once: true });
    fleet.setOrderRequestHandler((column) => this.post({ type: 'order', column }));
    fleet.prepareRestart();
    this.post({ type: 'start', only: options.only });
  }

  /**
   * Parses the first chunks again, then the rest of the body. Rows before an error stay in the fleet.
   * @throws FleetLoadError
   */
  async readRest(early: Uint8Array[], body: BodyStream): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.completion = { resolve, reject };
    });
    const sent = this.sendBody(early, body);
    // a broken connection also ends the body for the worker, which then sends its last rows
    await Promise.allSettled([ended, sent]);
    this.options.signal.removeEventListener('abort', this.cancel);
    // the caller sends the final notification
    clearTimeout(this.notifyTimer);
    await sent;
    await ended;
  }

  private async sendBody(early: Uint8Array[], body: BodyStream): Promise<void> {
    for (const bytes of early) this.sendChunk(bytes);
    try {
      for (let bytes = await body.readChunk(); bytes && !this.isStopped; bytes = await body.readChunk()) {
        this.sendChunk(bytes);
        if (this.unreadBytes > UNREAD_MAX_BYTES) {
          await new Promise<void>((resolve) => {
            this.resumeSending = resolve;
          });
        }
      }
    } finally {
      this.post({ type: 'end' });
    }
  }

  private sendChunk(bytes: Uint8Array): void {
    this.unreadBytes += bytes.length;
    this.post({ type: 'bytes', bytes }, [bytes.buffer]);
  }

  private handleMessage(message: FleetWorkerResponse): void {
    const { fleet } = this;
    if (message.type === 'read') {
      this.unreadBytes -= message.bytes;
      if (this.unreadBytes < UNREAD_MAX_BYTES / 2) this.resumeSending();
      if (message.batch) fleet.applyBatch(message.batch);
      fleet.progress = message.progress;
      this.options.onRows();
      this.notifyThrottled();
    } else if (message.type === 'whole') {
      this.completion?.resolve();
    } else if (message.type === 'broken') {
      this.isStopped = true;
      this.fail(new FleetLoadError(message.early ? 'truncated' : 'damaged', message.message));
    } else if (message.type === 'order') {
      fleet.rowOrders.set(message.column, message.order);
      fleet.notify();
    } else this.stop();
  }

  private notifyThrottled(): void {
    const wait = this.notifiedAt + NOTIFY_INTERVAL_MS - performance.now();
    if (wait > 0) {
      this.notifyTimer ??= setTimeout(() => {
        this.notifyTimer = undefined;
        this.notifyThrottled();
      }, wait);
      return;
    }
    this.notifiedAt = performance.now();
    this.fleet.notify();
  }

  private fail(fault: FleetLoadError): void {
    this.completion?.reject(fault);
  }

  private readonly cancel = () => {
    this.stop();
    registerWorkerSorter(this.fleet);
    this.fail(new FleetLoadError('aborted', 'The request was canceled.'));
  };

  private stop(): void {
    this.isStopped = true;
    this.worker.terminate();
    this.resumeSending();
  }

  private post(message: FleetWorkerRequest, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Computes sort orders for a fleet whose loading was canceled. Each order uses a new worker and a copy of its column.
 */
function registerWorkerSorter(fleet: Fleet): void {
  const asked = new Set<number>();
  fleet.setOrderRequestHandler((column) => {
    const schema = fleet.columns[column];
    if (asked.has(column) || !schema) return;
    asked.add(column);
    const worker = startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<FleetWorkerResponse>) => {
      if (data.type !== 'order') return;
      worker.terminate();
      fleet.rowOrders.set(column, data.order);
      fleet.notify();
    });
    const blocks = fleet.blocks.map((block) => pickColumn(block, column));
    const message: FleetWorkerRequest = {
      type: 'sort',
      column,
      blocks,
      schema,
      values: fleet.getDictionaryValues(column),
    };
    worker.postMessage(message);
  });
}

function pickColumn({ rows, cells }: RowBlock, column: number): RowBlock {
  const own: RowBlock['cells'] = [];
  own[column] = cells[column];
  return { rows, cells: own };
}
