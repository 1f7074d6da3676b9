import { Fleet } from '#fleet/model/fleet.ts';
import { FleetFault } from '#fleet/model/fleetFault.ts';
import { BodyError } from '#fleet/read/bodyError.ts';
import { BodyReader } from '#fleet/read/bodyReader.ts';
import { WorkerReader } from '#fleet/read/workerReader.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { firstPaint } from '#lib/tasks/firstPaint.ts';
import type { OpenBody } from './bodyStream.ts';
import { sorting } from './sorting.ts';

/** Maximum size of a body that is read on the page, in bytes: starting a worker would take longer. */
const IN_PAGE_MAX = 1_000_000;

/** Bytes read at a time: about two screens of rows, and few enough for code that is not optimized yet. */
const PIECE = 32 * 1024;

/** Time budget of one slice, in ms. */
const READ_MS = 8;

/** Maximum text of a response that is not a list, kept for its error message, in characters. */
const TEXT_MAX = 65_536;

type Options = {
  signal: AbortSignal;
  /** Fields to keep; all if omitted. */
  only?: readonly string[];
  /** Called once with the first rows, long before a large list is complete. */
  onRows?: (fleet: Fleet) => void;
};

/**
 * Reads a device list of any size without blocking the page. Resolves when the list is complete; `onRows` gets the
 * same fleet earlier. If the body breaks off, the fleet keeps its rows and is incomplete. The same happens without an
 * error when the fleet's `cancel` is called, which aborts the request through `stop`.
 * @throws FleetFault
 */
export async function readFleet(
  answer: Promise<OpenBody>,
  options: Options & { stop: AbortController },
): Promise<Fleet> {
  const { stop, signal, ...rest } = options;
  const body = await answer;
  const fleet = new Fleet();
  fleet.cancel = () => stop.abort();
  fleet.status = body.response.status;
  fleet.headers = body.response.headers;
  try {
    await readBody(body, fleet, { ...rest, signal: AbortSignal.any([signal, stop.signal]) });
    // as an empty list it would mean that all devices were removed
    if (fleet.missing > 0 && fleet.missing === fleet.nDevices) {
      throw new FleetFault('damaged', `it announces ${pluralize(fleet.missing, 'device')} and lists none.`);
    }
    fleet.state = 'complete';
  } catch (error) {
    fleet.state = 'incomplete';
    fleet.cancelled = stop.signal.aborted && !signal.aborted;
    // the rest of an unreadable body is not needed
    stop.abort();
    if (!fleet.cancelled) throw error;
  } finally {
    fleet.fetchedAt = Date.now();
    fleet.latency = performance.now() - body.began;
    fleet.changed();
  }
  return fleet;
}

async function readBody(body: OpenBody, fleet: Fleet, { signal, only, onRows }: Options): Promise<void> {
  const reader = new BodyReader(only);
  const early: Uint8Array[] = [];
  const announced = Number(body.response.headers.get('content-length'));
  let large = false;
  let shown = false;
  const show = () => {
    if (shown || !onRows || fleet.count === 0) return;
    shown = true;
    onRows(fleet);
  };
  try {
    for (let chunk = await body.next(); chunk; chunk = large ? undefined : await body.next()) {
      early.push(chunk);
      let began = performance.now();
      for (let from = 0; from < chunk.length && !large; from += PIECE) {
        reader.push(chunk.subarray(from, from + PIECE));
        if (!shown && onRows) {
          takeFrom(reader, fleet);
          show();
        }
        // a body for the worker is read on the page only until the first rows
        large = reader.listed && (reader.bytes > IN_PAGE_MAX || (announced > IN_PAGE_MAX && (shown || !onRows)));
        if (performance.now() - began < READ_MS) continue;
        await pause();
        began = performance.now();
      }
    }
    if (!large) reader.finish();
    if (!reader.listed) throw notAList(body.response, early);
  } catch (error) {
    takeFrom(reader, fleet);
    orderOnPage(fleet);
    throw error instanceof BodyError ? bodyFault(error, reader.listed, body.response, early) : error;
  }
  if (large) {
    // on a machine with few cores reading would delay the first paint
    await firstPaint;
    return new WorkerReader(fleet, { only, signal, onRows: show }).readRest(early, body);
  }
  takeFrom(reader, fleet);
  orderOnPage(fleet);
}

function orderOnPage(fleet: Fleet): void {
  fleet.onWanted((column) => {
    const order = () => {
      const head = fleet.columns[column];
      const { blocks } = fleet;
      if (!head || !sorting.code || fleet.orders.has(column)) return;
      fleet.orders.set(column, sorting.code.orderOf({ blocks, column, head, values: fleet.codedValues(column) }));
    };
    if (sorting.code) order();
    else {
      void sorting.load().then(() => {
        order();
        fleet.changed();
      });
    }
  });
}

/** Yields to painting and input; a timer would wait longer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function takeFrom(reader: BodyReader, fleet: Fleet): void {
  fleet.take(reader.rows.takeBatch(true));
  fleet.progress = reader.progress;
  fleet.changed();
}

/** Converts a parser error: a list that broke off, or a response that is not a list. */
function bodyFault(error: BodyError, listed: boolean, response: Response, early: Uint8Array[]): FleetFault {
  if (!listed) return notAList(response, early, error);
  return new FleetFault(error.early ? 'truncated' : 'damaged', error.message, {
    status: response.status,
    cause: error,
  });
}

function notAList({ status, headers }: Response, early: Uint8Array[], cause?: unknown): FleetFault {
  const decoder = new TextDecoder();
  let text = '';
  for (const bytes of early) if (text.length < TEXT_MAX) text += decoder.decode(bytes, { stream: true });
  return new FleetFault('notAList', 'The reply is no device list.', { status, headers, text, cause });
}
