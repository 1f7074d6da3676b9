import { type BlockBatch, type ColumnSchema, getTransferables, type RowBlock } from '#fleet/model/cells.ts';
import { computeRowOrder, type RowOrder } from '#fleet/sort/computeRowOrder.ts';
import { DeviceListParseError, DeviceListParser } from './deviceListParser.ts';
import type { FleetWorkerRequest, FleetWorkerResponse } from './workerListReader.ts';

/** Interval in ms at which incomplete blocks are sent. Full blocks are sent at once. */
const PARTIAL_MS = 250;

/** Maximum number of bytes read without a progress message. The page sends more data after each message. */
const UNREPORTED_MAX_BYTES = 1024 * 1024;

const FIRST_SORTED_FIELDS = ['registeredAt', 'name', 'lastPairedAt', 'deviceID'];

let reader = new DeviceListParser();
let isBroken = false;
let partialAt = 0;
let partialTimer: number | undefined;
let unreportedBytes = 0;
let sentBlocks: RowBlock[] = [];
let columns: ColumnSchema[] = [];
const dictionaries: string[][] = [];
let pendingColumns: number[] = [];

addEventListener('message', ({ data }: MessageEvent<FleetWorkerRequest>) => {
  if (data.type === 'start') reader = new DeviceListParser(data.only);
  else if (data.type === 'sort') postOrder(data.column, computeRowOrder(data));
  else if (data.type === 'order') prioritizeOrder(data.column);
  // chunks sent before the page learns of the damage would be read again from the last record
  else if (!isBroken) runGuarded(() => (data.type === 'bytes' ? readChunk(data.bytes) : finish()));
});

/**
 * Computes a sort order before the others. Orders that are no longer pending were already sent, and their cells freed.
 */
function prioritizeOrder(column: number): void {
  if (pendingColumns.includes(column)) pendingColumns = [column, ...pendingColumns.filter((other) => other !== column)];
}

function runGuarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DeviceListParseError)) throw error;
    isBroken = true;
    cancelPartial();
    postRows();
    post({ type: 'broken', message: error.message, early: error.isTruncated });
    computeOrders();
  }
}

function readChunk(bytes: Uint8Array): void {
  reader.push(bytes);
  unreportedBytes += bytes.length;
  if (performance.now() - partialAt > PARTIAL_MS) postPartial();
  else if (reader.rows.hasFullBlocks) postRows(false);
  else if (unreportedBytes > UNREPORTED_MAX_BYTES) postRead(undefined);
  partialTimer ??= self.setTimeout(postPartial, PARTIAL_MS);
}

function postPartial(): void {
  cancelPartial();
  partialAt = performance.now();
  postRows();
}

function cancelPartial(): void {
  clearTimeout(partialTimer);
  partialTimer = undefined;
}

function finish(): void {
  cancelPartial();
  reader.finish();
  postRows();
  post({ type: 'whole', listed: reader.listed });
  computeOrders();
}

function postRows(partial = true): void {
  const batch = reader.rows.takeBatch(partial);
  if (batch.blocks.length === 0) {
    postRead(undefined);
    return;
  }
  sentBlocks = sentBlocks.slice(0, batch.firstBlock).concat(structuredClone(batch.blocks));
  columns = batch.columns;
  for (const [column, values] of batch.newValues) dictionaries[column] = (dictionaries[column] ?? []).concat(values);
  postRead(batch);
}

function postRead(batch: BlockBatch | undefined): void {
  post(
    { type: 'read', bytes: unreportedBytes, batch, progress: reader.progress },
    batch ? getTransferables(batch) : [],
  );
  unreportedBytes = 0;
}

function computeOrders(): void {
  const first = FIRST_SORTED_FIELDS.map((name) => columns.findIndex((column) => column.name === name));
  pendingColumns = [...new Set([...pendingColumns, ...first, ...columns.keys()])].filter((column) => column >= 0);
  const next = () => {
    const column = pendingColumns.shift();
    const head = column === undefined ? undefined : columns[column];
    if (column === undefined || !head) return post({ type: 'idle' });
    const order = computeRowOrder({ blocks: sentBlocks, column, schema: head, values: dictionaries[column] ?? [] });
    postOrder(column, order);
    for (const block of sentBlocks) block.cells[column] = undefined;
    setTimeout(next);
  };
  next();
}

function postOrder(column: number, order: RowOrder): void {
  post({ type: 'order', column, order }, [order.rows.buffer, order.ties.buffer]);
}

function post(message: FleetWorkerResponse, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
