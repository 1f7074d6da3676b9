import { type Batch, type Block, type ColumnHead, transferables } from '#fleet/model/cells.ts';
import { type Order, orderOf } from '#fleet/order/order.ts';
import { BodyError } from './bodyError.ts';
import { BodyReader } from './bodyReader.ts';
import type { FromWorker, ToWorker } from './workerReader.ts';

/** Interval at which the unfinished block is sent, even if no more data arrives; full blocks are sent at once. */
const PARTIAL_MS = 250;

/** Maximum bytes read without a progress message, which lets the page send more. */
const UNTOLD_MAX = 1024 * 1024;

/** Columns whose orders are needed most often. */
const FIRST_ORDERS = ['registeredAt', 'name', 'lastPairedAt', 'deviceID'];

let reader = new BodyReader();
let partialAt = 0;
let partialTimer: number | undefined;
let untold = 0;
/** Copies of the transferred blocks, for computing orders; columns and dictionaries as of the last batch. */
let kept: Block[] = [];
let columns: ColumnHead[] = [];
const dictionaries: string[][] = [];
let waiting: number[] = [];

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') reader = new BodyReader(data.only);
  else if (data.type === 'sort') tellOrder(data.column, orderOf(data));
  else if (data.type === 'order') hurry(data.column);
  else settle(() => (data.type === 'bytes' ? read(data.bytes) : finish()));
});

/** Computes an order before the others. An order that no longer waits is already sent, and its cells are freed. */
function hurry(column: number): void {
  if (waiting.includes(column)) waiting = [column, ...waiting.filter((other) => other !== column)];
}

function settle(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    forgetPartial();
    tellRows();
    tell({ type: 'broken', message: error.message, early: error.early });
    makeOrders();
  }
}

function read(bytes: Uint8Array): void {
  reader.push(bytes);
  untold += bytes.length;
  if (performance.now() - partialAt > PARTIAL_MS) tellPartial();
  else if (reader.rows.hasFullBlocks) tellRows(false);
  else if (untold > UNTOLD_MAX) tellRead(undefined);
  partialTimer ??= self.setTimeout(tellPartial, PARTIAL_MS);
}

function tellPartial(): void {
  forgetPartial();
  partialAt = performance.now();
  tellRows();
}

function forgetPartial(): void {
  clearTimeout(partialTimer);
  partialTimer = undefined;
}

function finish(): void {
  forgetPartial();
  reader.finish();
  tellRows();
  tell({ type: 'whole', listed: reader.listed });
  makeOrders();
}

function tellRows(partial = true): void {
  const batch = reader.rows.takeBatch(partial);
  if (batch.blocks.length === 0) {
    tellRead(undefined);
    return;
  }
  kept = kept.slice(0, batch.first).concat(structuredClone(batch.blocks));
  columns = batch.columns;
  for (const [column, values] of batch.values) dictionaries[column] = (dictionaries[column] ?? []).concat(values);
  tellRead(batch);
}

function tellRead(batch: Batch | undefined): void {
  tell({ type: 'read', bytes: untold, batch, progress: reader.progress }, batch ? transferables(batch) : []);
  untold = 0;
}

/** Computes the orders one by one, so that requests from the page can run in between. */
function makeOrders(): void {
  const first = FIRST_ORDERS.map((name) => columns.findIndex((column) => column.name === name));
  waiting = [...new Set([...waiting, ...first, ...columns.keys()])].filter((column) => column >= 0);
  const next = () => {
    const column = waiting.shift();
    const head = column === undefined ? undefined : columns[column];
    if (column === undefined || !head) return tell({ type: 'idle' });
    const order = orderOf({ blocks: kept, column, head, values: dictionaries[column] ?? [] });
    tellOrder(column, order);
    for (const block of kept) block.cells[column] = undefined;
    setTimeout(next);
  };
  next();
}

function tellOrder(column: number, order: Order): void {
  tell({ type: 'order', column, order }, [order.rows.buffer, order.ties.buffer]);
}

function tell(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
