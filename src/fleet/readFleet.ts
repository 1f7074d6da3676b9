import { Fleet } from '#fleet/model/fleet.ts';
import { FleetLoadError } from '#fleet/model/fleetLoadError.ts';
import { DeviceListParseError, DeviceListParser } from '#fleet/read/deviceListParser.ts';
import { WorkerListReader } from '#fleet/read/workerListReader.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { firstPaint } from '#lib/tasks/firstPaint.ts';
import type { BodyStream } from './bodyStream.ts';
import { sortModule } from './sortModule.ts';

const IN_PAGE_MAX_BYTES = 1_000_000;

/**
 * Number of bytes parsed at a time, about two screens of rows. Larger chunks take too long before the code is optimized
 * by the JIT compiler.
 */
const CHUNK_BYTES = 32 * 1024;

const SLICE_MS = 8;

const ERROR_TEXT_MAX = 65_536;

type ReadFleetOptions = {
  signal: AbortSignal;
  only?: readonly string[] | undefined;
  /** Reads large lists in a worker. Default true. */
  useWorker?: boolean | undefined;
  onRows?: (fleet: Fleet) => void;
};

/**
 * Reads a device list of any size without blocking the page. `onRows` receives the fleet early; the promise resolves at
 * the end. If the response is interrupted or the fleet's `cancel` is called, the fleet keeps its rows and is
 * incomplete.
 * @throws FleetLoadError
 */
export async function readFleet(
  bodyPromise: Promise<BodyStream>,
  options: ReadFleetOptions & { stop: AbortController },
): Promise<Fleet> {
  const { stop, signal, ...rest } = options;
  const body = await bodyPromise;
  const fleet = new Fleet();
  fleet.cancel = () => stop.abort();
  fleet.status = body.response.status;
  fleet.headers = body.response.headers;
  try {
    await readBody(body, fleet, { ...rest, signal: AbortSignal.any([signal, stop.signal]) });
    // as an empty list it would mean that all devices were removed
    if (fleet.missingCount > 0 && fleet.missingCount === fleet.nDevices) {
      throw new FleetLoadError(
        'damaged',
        `it reports ${formatCountWithNoun(fleet.missingCount, 'device')} but contains none.`,
      );
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
    fleet.latency = performance.now() - body.startTime;
    fleet.notify();
  }
  return fleet;
}

async function readBody(
  body: BodyStream,
  fleet: Fleet,
  { signal, only, useWorker = true, onRows }: ReadFleetOptions,
): Promise<void> {
  const reader = new DeviceListParser(only);
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
    for (let chunk = await body.readChunk(); chunk; chunk = large ? undefined : await body.readChunk()) {
      // kept for the worker, which starts again, and for the message about a response that is no list
      if (useWorker || !reader.listed) early.push(chunk);
      let began = performance.now();
      for (let from = 0; from < chunk.length && !large; from += CHUNK_BYTES) {
        reader.push(chunk.subarray(from, from + CHUNK_BYTES));
        if (!shown && onRows) {
          applyParsed(reader, fleet);
          show();
        }
        // a body for the worker is read on the page only until the first rows
        large =
          useWorker &&
          reader.listed &&
          (reader.bytes > IN_PAGE_MAX_BYTES || (announced > IN_PAGE_MAX_BYTES && (shown || !onRows)));
        if (performance.now() - began < SLICE_MS) continue;
        await yieldToMain();
        began = performance.now();
      }
    }
    if (!large) reader.finish();
    if (!reader.listed) throw createNotAListError(body.response, early);
  } catch (error) {
    applyParsed(reader, fleet);
    registerPageSorter(fleet);
    throw error instanceof DeviceListParseError ? toFleetLoadError(error, reader.listed, body.response, early) : error;
  }
  if (large) {
    // on a machine with few cores reading would delay the first paint
    await firstPaint;
    return new WorkerListReader(fleet, { only, signal, onRows: show }).readRest(early, body);
  }
  applyParsed(reader, fleet);
  registerPageSorter(fleet);
}

function registerPageSorter(fleet: Fleet): void {
  fleet.setOrderRequestHandler((column) => {
    const order = () => {
      const head = fleet.columns[column];
      const { blocks } = fleet;
      if (!head || !sortModule.code || fleet.rowOrders.has(column)) return;
      fleet.rowOrders.set(
        column,
        sortModule.code.computeRowOrder({ blocks, column, schema: head, values: fleet.getDictionaryValues(column) }),
      );
    };
    if (sortModule.code) order();
    else {
      void sortModule.load().then(() => {
        order();
        fleet.notify();
      });
    }
  });
}

/** Yields to painting and input. A timer would cause a longer delay. */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function applyParsed(reader: DeviceListParser, fleet: Fleet): void {
  fleet.applyBatch(reader.rows.takeBatch(true));
  fleet.progress = reader.progress;
  fleet.notify();
}

function toFleetLoadError(
  error: DeviceListParseError,
  listed: boolean,
  response: Response,
  early: Uint8Array[],
): FleetLoadError {
  if (!listed) return createNotAListError(response, early, error);
  return new FleetLoadError(error.isTruncated ? 'truncated' : 'damaged', error.message, {
    status: response.status,
    cause: error,
  });
}

function createNotAListError({ status, headers }: Response, early: Uint8Array[], cause?: unknown): FleetLoadError {
  const decoder = new TextDecoder();
  let text = '';
  for (const bytes of early) if (text.length < ERROR_TEXT_MAX) text += decoder.decode(bytes, { stream: true });
  return new FleetLoadError('notAList', 'The response is not a device list.', { status, headers, text, cause });
}
