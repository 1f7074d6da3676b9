import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { ServiceDatabase } from '#server/store/database.ts';
import {
  BENCH_PROJECT,
  BENCH_ROUNDS,
  type BenchFigures,
  computeRoundedMedian,
  computeRoundedRatio,
  measureSettledMemory,
  measureTime,
  roundToTenth,
  startBenchServer,
  trackPeakMemory,
  waitForGarbageCollection,
} from './benchMeasure.ts';

export async function measureDeviceList(database: ServiceDatabase, devices: number): Promise<BenchFigures> {
  const service = await withServer(database);
  const alone = () =>
    database.queryJsonRow(
      `select '[' || string_agg(record, ',' order by registered_at, device_id) || ']' from device where project = $1`,
      [BENCH_PROJECT],
    );
  const ask = () => service.ask('/devices/get', '{}');
  const [baseline, answer, first, anew, blocked, memory]: number[][] = [[], [], [], [], [], []];
  for (let round = 0; round < BENCH_ROUNDS; round++) {
    await waitForGarbageCollection();
    baseline?.push(await measureTime(alone));
    await waitForGarbageCollection();
    const asked = await ask();
    answer?.push(asked.ms);
    first?.push(asked.first);

    // a transaction invalidates the cursor of the last list
    await database.transaction(async () => undefined);
    await waitForGarbageCollection();
    anew?.push((await ask()).ms);

    // measuring delays and memory takes time, so these requests are not timed
    await waitForGarbageCollection();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await ask();
    delay.disable();
    blocked?.push(delay.max / 1e6);
    const before = await measureSettledMemory();
    const watch = trackPeakMemory();
    await ask();
    memory?.push(watch.peak() - before);
  }
  const { bytes } = await ask();
  await service.stop();
  return {
    [`list of ${devices.toLocaleString('en')} ms`]: computeRoundedMedian(answer),
    'database alone ms': computeRoundedMedian(baseline),
    'first device ms': computeRoundedMedian(first),
    'list / database': computeRoundedRatio(computeRoundedMedian(answer), computeRoundedMedian(baseline)),
    'after a write, list / database': computeRoundedRatio(computeRoundedMedian(anew), computeRoundedMedian(baseline)),
    'event loop blocked ms': computeRoundedMedian(blocked),
    'memory / body': computeRoundedRatio(computeRoundedMedian(memory), bytes),
  };
}

export async function measureLargeDeviceList(database: ServiceDatabase): Promise<BenchFigures> {
  await replaceBenchDevices(database, 1_000_000);
  await database.query('delete from document');
  const service = await withServer(database);
  const before = await measureSettledMemory();
  const watch = trackPeakMemory();
  const { ms, bytes } = await service.ask('/devices/get', '{}');
  const peak = watch.peak() - before;
  await service.stop();
  return {
    'list ms': roundToTenth(ms),
    'body MB': roundToTenth(bytes / 1e6),
    'memory / body': computeRoundedRatio(peak, bytes),
  };
}

export async function replaceBenchDevices(database: ServiceDatabase, count: number): Promise<void> {
  await database.query('delete from device');
  await database.query(
    `insert into device select $1, 'DRONE-' || lpad(i::text, 7, '0'), 'P-' || i % 12, i % 3 > 0, i % 2 > 0, t,
       '{"deviceID":"DRONE-' || lpad(i::text, 7, '0') || '","productID":"P-' || i % 12 || '","name":"Survey drone ' || i ||
       '","status":true,"admin":"a' || i % 40 || '@example.com","registeredAt":' || t || ',"lastPairedAt":' || t + 5 ||
       ',"paired":' || (i % 3 > 0) || '}'
     from (select i, 1700000000000 + abs(hashint8extended(i, 1) % 60000000000) as t
       from generate_series(1, $2::bigint) i) s`,
    [BENCH_PROJECT, count],
  );
  await database.query('analyze device');
}

async function withServer(database: ServiceDatabase) {
  const server = await startBenchServer(database);
  const caller = new Worker(CALLER, { eval: true, workerData: `${server.url}/api` });
  return {
    ask: (path: string, body: string) =>
      new Promise<{ ms: number; first: number; bytes: number }>((resolve) => {
        caller.once('message', resolve);
        caller.postMessage({ path, body });
      }),
    async stop() {
      await caller.terminate();
      await server.stop();
    },
  };
}

const CALLER = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', async ({ path, body }) => {
  const start = performance.now();
  const headers = { authorization: 't', 'content-type': 'application/json', 'accept-encoding': 'identity' };
  const response = await fetch(workerData + path + '?apiKey=k', { method: 'POST', headers, body });
  let [bytes, first] = [0, 0];
  for await (const piece of response.body) {
    bytes += piece.byteLength;
    // past the envelope's head
    if (!first && bytes > 1000) first = performance.now() - start;
  }
  parentPort.postMessage({ ms: performance.now() - start, first, bytes });
});`;
