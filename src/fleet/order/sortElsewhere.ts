import type { Block } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { startWorker } from '#fleet/read/startWorker.ts';
import type { FromWorker, ToWorker } from '#fleet/read/workerMessages.ts';

/**
 * Orders for a fleet whose reading was cancelled: its worker ended with it, so each order that is asked for is made in a
 * worker of its own, out of copies of that one column.
 */
export function sortElsewhere(fleet: Fleet): void {
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
    const message: ToWorker = {
      type: 'sort',
      column,
      blocks,
      head,
      values: fleet.codedValues(column),
    };
    worker.postMessage(message);
  });
}

function onlyColumn({ rows, cells }: Block, column: number): Block {
  const own: Block['cells'] = [];
  own[column] = cells[column];
  return { rows, cells: own };
}
