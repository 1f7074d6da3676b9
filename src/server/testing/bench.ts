/**
 * `npm run bench:service [-- --devices N --documents N --lists N --json FILE]`: what the service costs beside its
 * database, on both databases. Times are medians in ms; ratios compare what was measured in turns in this very run. The caller is a
 * thread of its own, so that its work is not taken for the service's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createApp, type Service } from '#server/http/app.ts';
import { listen } from '#server/http/httpServer.ts';
import { TestControl } from '#server/http/testControl.ts';
import { allOrNothing, storingDocuments } from '#server/importing/importing.ts';
import { Attempts } from '#server/operations/authentication.ts';
import { storeOperations } from '#server/operations/operations.ts';
import type { Database } from '#server/store/database.ts';
import { openPglite } from '#server/store/pglite.ts';
import { openPostgres } from '#server/store/postgres.ts';
import { saveProject } from '#server/store/projects.ts';
import { migrate } from '#server/store/schema.ts';
import { hash, Store } from '#server/store/store.ts';
import { dataFigures } from './benchData.ts';
import { underLoad } from './benchLoad.ts';
import { FLEET } from './fleet.ts';
import { startPrivatePostgres } from './privatePostgres.ts';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string', default: '100000' },
    documents: { type: 'string', default: '1000000' },
    lists: { type: 'string', default: '500' },
    json: { type: 'string' },
  },
});
const DEVICES = Number(options.devices);
const DOCUMENTS = Number(options.documents);
const LISTS = Number(options.lists);
const PROJECT = 'bench';
const ROUNDS = 7;

type Figures = Record<string, number | string>;

async function bench(): Promise<void> {
  const results: Record<string, Figures> = { pglite: await embedded() };
  const server = await startPrivatePostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  if (server) {
    const database = openPostgres({ url: server.url, statementTimeout: 0 });
    results['postgres'] = await measured(database);
    results['postgres, 1,000,000 devices'] = await largeList(database);
    await database.close();
    await server.stop();
  }
  for (const [database, figures] of Object.entries(results)) {
    console.log(`\n${database}`);
    for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(40)} ${figure}`);
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

async function embedded(): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-bench-'));
  const database = await openPglite({ dataDir: join(directory, 'pglite'), statementTimeout: 0 });
  const figures = await measured(database);
  await database.close();
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

async function measured(database: Database): Promise<Figures> {
  progress(`${database.kind}: ${DEVICES} devices`);
  await migrate(database);
  await database.transaction((session) =>
    saveProject(session, { id: PROJECT, name: 'Bench', keyHash: hash('k'), tokenHash: hash('t') }),
  );
  await makeDevices(database, DEVICES);
  const figures = await list(database);
  progress(`${database.kind}: ${DOCUMENTS} documents`);
  const start = performance.now();
  await allOrNothing(database, storingDocuments(database, { project: PROJECT, collection: 'logs' }, documents()));
  figures['import documents/s'] = Math.round(DOCUMENTS / ((performance.now() - start) / 1000));
  progress(`${database.kind}: pages`);
  Object.assign(figures, await pages(database), { 'test reset ms': await testReset(database) });
  progress(`${database.kind}: mixed load, slow readers, ${LISTS} lists`);
  Object.assign(figures, await load(database));
  progress(`${database.kind}: import, replace, update and copy`);
  return { ...figures, ...(await dataFigures(database, PROJECT)) };
}

async function load(database: Database): Promise<Figures> {
  const app = createApp({ operate: storeOperations({ store: new Store(database) }), hostConfig: {} });
  const server = await listen(app, '127.0.0.1', 0);
  const order = { port: server.port, key: 'k', token: 't', readers: 200, lists: LISTS, seconds: 10 };
  const { idle, mixed, health, besideSlowReaders, resident } = await underLoad(order);
  await server.stop();
  return {
    'one device, idle: p50 / p99 ms': `${idle.p50} / ${idle.p99}`,
    'mixed load of 8: p50 / p99 ms': `${mixed.p50} / ${mixed.p99}`,
    'mixed load of 8: requests/s': mixed.perSecond,
    '/healthz beside it: p50 / p99 ms': `${health.p50} / ${health.p99}`,
    'one device beside 200 slow readers: p99 ms': besideSlowReaders.p99,
    'its p99 / idle p99': ratio(besideSlowReaders.p99, idle.p99),
    [`resident memory after ${LISTS} lists / after a tenth`]: ratio(resident.late, resident.early),
  };
}

/** What is being measured, for whoever waits. */
function progress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

/** The device list over HTTP, against the database alone making the same text. */
async function list(database: Database): Promise<Figures> {
  const service = await serving(database);
  const alone = () =>
    database.json(
      `select '[' || string_agg(record, ',' order by registered_at, device_id) || ']' from device where project = $1`,
      [PROJECT],
    );
  const ask = () => service.ask('/devices/get', '{}');
  const [baseline, answer, first, blocked, memory]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    await settle();
    baseline?.push(await timed(alone));
    await settle();
    const asked = await ask();
    answer?.push(asked.ms);
    first?.push(asked.first);

    // watching costs time, so what is watched is not timed
    await settle();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await ask();
    delay.disable();
    blocked?.push(delay.max / 1e6);
    const before = await settledMemory();
    const watch = watchMemory();
    await ask();
    memory?.push(watch.peak() - before);
  }
  const { bytes } = await ask();
  await service.stop();
  return {
    [`list of ${DEVICES.toLocaleString('en')} ms`]: median(answer),
    'database alone ms': median(baseline),
    'first device ms': median(first),
    'list / database': ratio(median(answer), median(baseline)),
    'event loop blocked ms': median(blocked),
    'memory / body': ratio(median(memory), bytes),
  };
}

async function pages(database: Database): Promise<Figures> {
  const last = Math.floor(DOCUMENTS / 20);
  const page = async (store: Store, nPage: number, filter?: unknown) => {
    const stages = filter === undefined ? [] : [{ type: 'match', filter }];
    return timed(() => store.documents.page({ project: PROJECT, collection: 'logs', stages, page: nPage }));
  };
  const several = async (nPage: number, filter?: unknown) => {
    const store = new Store(database);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await page(store, nPage, filter));
    return { first: round1(times[0] ?? 0), usual: median(times) };
  };
  const plain = { near: await several(1), far: await several(last) };
  const same = { near: await several(1, { site: 'A' }), far: await several(last, { site: 'A' }) };
  return {
    'page 1 ms': plain.near.usual,
    [`page ${last.toLocaleString('en')} / page 1`]: ratio(plain.far.usual, plain.near.usual),
    'match: page 1 ms': same.near.usual,
    'match: last page / page 1': ratio(same.far.usual, same.near.usual),
    'match: last page, asked for first ms': same.far.first,
    'match in half, first page ms': (await several(1, { even: true })).usual,
    'match in 1 of 400, first page ms': (await several(1, { temperature: 25 })).usual,
    'match of one, first page ms': (await several(1, { n: DOCUMENTS - 5 })).usual,
    'match of none, first page ms': (await several(1, { n: -1 })).usual,
  };
}

/** What it takes to undo a test's project of 1,000 devices and as many documents. */
async function testReset(database: Database): Promise<number> {
  const store = new Store(database);
  const control = new TestControl(store, new Attempts());
  const extend = (app: Service) => control.addTo(app);
  const app = createApp({ operate: storeOperations({ store }), hostConfig: {}, extend });
  const tell = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await app.request(`/test/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`/test/${action} answered ${status}.`);
  };
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const devices = numbers.map((n) => ({ ...FLEET[0], deviceID: `TEST-${n}` }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await tell('project', { project: 'test', apiKey: 'test', token: 'test' });
    await tell('seed', { project: 'test', devices, documents: { logs: numbers.map((n) => ({ n })) } });
    times.push(await timed(() => tell('reset', {})));
  }
  return median(times);
}

/** A list ten times as long must not need ten times the memory. */
async function largeList(database: Database): Promise<Figures> {
  await makeDevices(database, 1_000_000);
  await database.query('delete from document');
  const service = await serving(database);
  const before = await settledMemory();
  const watch = watchMemory();
  const { ms, bytes } = await service.ask('/devices/get', '{}');
  const peak = watch.peak() - before;
  await service.stop();
  return { 'list ms': round1(ms), 'body MB': round1(bytes / 1e6), 'memory / body': ratio(peak, bytes) };
}

async function makeDevices(database: Database, count: number): Promise<void> {
  await database.query('delete from device');
  await database.query(
    `insert into device select $1, 'DRONE-' || lpad(i::text, 7, '0'), 'P-' || i % 12, i % 3 > 0, i % 2 > 0, t,
       '{"deviceID":"DRONE-' || lpad(i::text, 7, '0') || '","productID":"P-' || i % 12 || '","name":"Survey drone ' || i ||
       '","status":true,"admin":"a' || i % 40 || '@example.com","registeredAt":' || t || ',"lastPairedAt":' || t + 5 ||
       ',"paired":' || (i % 3 > 0) || '}'
     from (select i, 1700000000000 + abs(hashint8extended(i, 1) % 60000000000) as t
       from generate_series(1, $2::bigint) i) s`,
    [PROJECT, count],
  );
  await database.query('analyze device');
}

async function* documents() {
  for (let from = 0; from < DOCUMENTS; from += 5000) {
    yield Array.from({ length: Math.min(5000, DOCUMENTS - from) }, (_, at) => {
      const n = from + at;
      const body = {
        documentID: `log-${n}`,
        n,
        site: 'A',
        even: n % 2 === 0,
        temperature: (n * 7919) % 400,
        deviceID: `D-${n % 2000}`,
      };
      return { line: n + 1, text: JSON.stringify(body) };
    });
  }
}

async function serving(database: Database) {
  const app = createApp({ operate: storeOperations({ store: new Store(database) }), hostConfig: {} });
  const server = await listen(app, '127.0.0.1', 0);
  const caller = new Worker(CALLER, { eval: true, workerData: `http://127.0.0.1:${server.port}/api` });
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What the service itself holds: its heap and the bytes outside it; the databases' own memory is not counted. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Lets every thread clear away what it no longer needs, so that none pays for what was measured before. */
async function settle(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(100);
}

async function settledMemory(): Promise<number> {
  await settle();
  return held();
}

function watchMemory() {
  let peak = held();
  const timer = setInterval(() => {
    peak = Math.max(peak, held());
  }, 2);
  return {
    peak() {
      clearInterval(timer);
      return Math.max(peak, held());
    },
  };
}

function median(values: number[] = []): number {
  return round1([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0);
}

function ratio(value: number, base: number): number {
  return Math.round((100 * value) / base) / 100;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

await bench();
process.exit(0);
