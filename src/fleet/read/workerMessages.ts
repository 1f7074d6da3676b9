import type { Batch, Block, ColumnHead } from '#fleet/model/cells.ts';
import type { Progress } from '#fleet/model/fleet.ts';
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
