import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceDatabase } from '#server/store/database.ts';
import { startTypeScriptWorker } from '#server/store/embedded/startTypeScriptWorker.ts';
import {
  type BenchFigures,
  computePercentiles,
  computeRoundedRatio,
  measureTime,
  printProgress,
  repeatUntil,
  sendBenchRequest,
  startBenchServer,
} from './benchMeasure.ts';

type LoadFigures = Awaited<ReturnType<typeof generateLoad>>;

type LoadOptions = { name: string; port: number; url: string; readers: number; lists: number; seconds: number };

/**
 * Measures a service under load on devices and the collection `logs`. With `lists`, also measures the memory after many
 * lists.
 */
export async function measureServiceLoad(database: ServiceDatabase, lists: number): Promise<BenchFigures> {
  const server = await startBenchServer(database);
  const order = { port: server.port, url: server.url, readers: 200, lists, seconds: 10, name: database.kind };
  const figures = await runUnderLoad(order);
  await server.stop();
  if ('late' in figures)
    return {
      [`resident memory after ${lists} lists / after a tenth`]: computeRoundedRatio(figures.late, figures.early),
    };
  const { idle, mixed, perSecond, health, besideLists, besideSlowReaders } = figures;
  return {
    'one device, idle: p50 / p99 ms': idle.join(' / '),
    'mixed load of 8: p50 / p99 ms': mixed.join(' / '),
    'mixed load of 8: requests/s': perSecond,
    '/healthz beside it: p50 / p99 ms': health.join(' / '),
    'one device beside one list after another: p50 / p99 ms': besideLists.join(' / '),
    'one device beside 200 slow readers: p50 / p99 ms': besideSlowReaders.join(' / '),
    'its p99 / idle p99': computeRoundedRatio(besideSlowReaders[1] ?? 0, idle[1] ?? 0),
  };
}

function runUnderLoad(order: LoadOptions): Promise<LoadFigures> {
  const worker = startTypeScriptWorker(new URL(import.meta.url), { load: order });
  return new Promise((resolve, reject) => {
    worker.on('message', (said: LoadFigures | string) => {
      if (typeof said === 'string') printProgress(`${order.name}: ${said}`);
      else resolve(said);
    });
    worker.once('error', reject);
  });
}

const REQUEST_MIX: readonly [path: string, body: string][] = [
  ['/datastore/pipeline', '{"collection":"logs"}'],
  ['/datastore/pipeline', '{"collection":"logs","nPage":40000}'],
  ['/datastore/pipeline', '{"collection":"logs","pipeline":[{"type":"match","filter":{"temperature":25}}]}'],
  ['/device/get', '{"deviceID":"DRONE-0000007"}'],
];
const CHEAP_REQUEST = REQUEST_MIX[3] ?? ['', ''];
const CALLERS = 8;
const PROBES = 1000;

const SLOW_READERS_SETTLE_MS = 2000;

/** Pause between two small reads of a slow reader, in ms. */
const SLOW_READ_INTERVAL_MS = 5000;

async function generateLoad({ port, url, readers, lists, seconds }: LoadOptions) {
  const ask = async ([path, body]: readonly [string, string]) => {
    const { ms, status } = await sendBenchRequest(url, path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    return ms;
  };
  const askHealth = () => measureTime(async () => (await fetch(`${url}/healthz`)).text());
  const probes = async () => {
    const times: number[] = [];
    for (let probe = 0; probe < PROBES; probe++) times.push(await ask(CHEAP_REQUEST));
    return times;
  };

  if (lists > 0) return measureResidentMemory(lists, () => ask(['/devices/get', '{}']));
  postProgress('one caller');
  await probes();
  const before = await probes();
  postProgress(`${CALLERS} callers for ${seconds} s`);
  const end = performance.now() + 1000 * seconds;
  const healthTimes = repeatUntil(end, askHealth);
  const callers = Array.from({ length: CALLERS }, (_, caller) =>
    repeatUntil(end, (round) => ask(REQUEST_MIX[(caller + round) % REQUEST_MIX.length] ?? CHEAP_REQUEST)),
  );
  const mixedTimes = (await Promise.all(callers)).flat();
  postProgress('one list after another');
  let listing = true;
  const lister = (async () => {
    while (listing) await ask(['/devices/get', '{}']);
  })();
  const besideLists = computePercentiles(await probes());
  listing = false;
  await lister;
  const sockets: Socket[] = [];
  // staggered reads, because a reader that reads nothing is disconnected
  let turn = 0;
  const sips = setInterval(() => sockets[turn++ % sockets.length]?.read(), SLOW_READ_INTERVAL_MS / readers);
  for (let reader = 0; reader < readers; reader++) {
    if (reader % 20 === 0) postProgress(`slow reader ${reader} of ${readers}`);
    sockets.push(await openStalledReader(port));
  }
  await new Promise((resolve) => setTimeout(resolve, SLOW_READERS_SETTLE_MS));
  const besideSlowReaders = computePercentiles(await probes());
  clearInterval(sips);
  for (const socket of sockets) socket.destroy();
  postProgress('one caller again');
  const idle = computePercentiles([...before, ...(await probes())]);
  const [mixed, health] = [computePercentiles(mixedTimes), computePercentiles(await healthTimes)];
  return { idle, mixed, perSecond: Math.round(mixedTimes.length / seconds), health, besideLists, besideSlowReaders };
}

async function measureResidentMemory(lists: number, ask: () => Promise<unknown>) {
  let early = 0;
  for (let list = 0; list < lists; list++) {
    await ask();
    if (list === Math.floor(lists / 10)) early = process.memoryUsage.rss();
    if (list % 50 === 0) postProgress(`list ${list} of ${lists}, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  }
  return { early, late: process.memoryUsage.rss() };
}

function postProgress(what: string): void {
  parentPort?.postMessage(what);
}

/** Requests the list and stops reading after the status. Retries while the service is busy. */
async function openStalledReader(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = 'POST /api/devices/get?apiKey=k HTTP/1.1\r\nhost: a\r\nauthorization: t\r\ncontent-length: 2';
    socket.write(`${head}\r\n\r\n{}`);
    await new Promise((resolve) => socket.once('readable', resolve));
    const begun = String(socket.read(12));
    if (begun.endsWith('200')) return socket;
    socket.destroy();
  }
}

const loadOptions = (workerData as { load?: LoadOptions } | null)?.load;
if (loadOptions) parentPort?.postMessage(await generateLoad(loadOptions));
