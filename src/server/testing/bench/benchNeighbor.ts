import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceDatabase } from '#server/store/database.ts';
import { saveProject } from '#server/store/sql/projects.ts';
import { hashSecret } from '#server/store/store.ts';
import { type BenchFigures, printProgress, startBenchServer } from './benchMeasure.ts';

const HEAVY_CALLERS = 6;
const DURATION_MS = 20_000;

const PAUSE_MS = 50;

const HEAVY_QUERY = JSON.stringify({
  collection: 'logs',
  pipeline: [
    ...Array.from({ length: 30 }, (_, stage) => ({
      type: 'match',
      filter: Object.fromEntries(Array.from({ length: 60 }, (_, field) => [`f${field}`, { $ne: 60 * stage + field }])),
    })),
    { type: 'match', filter: { n: { $lt: -1 } } },
  ],
});

type RequestResult = { ms: number; status: number };

export async function measureNoisyNeighbor(database: ServiceDatabase): Promise<BenchFigures> {
  await database.transaction(async (session) => {
    const [keyHash, tokenHash] = [hashSecret('n'), hashSecret('t')];
    await saveProject(session, { id: 'neighbor', name: 'Neighbor', keyHash, tokenHash });
    await session.query(`insert into device values ('neighbor', 'd', 'p', true, true, 1, '{"deviceID":"d"}')`);
  });
  const server = await startBenchServer(database);
  const ask = async (key: string, path: string, body: string): Promise<RequestResult> => {
    const start = performance.now();
    const headers = { authorization: 't', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${server.port}/api${path}?apiKey=${key}`;
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    return { ms: performance.now() - start, status: response.status };
  };
  const cheap = () => ask('n', '/device/get', '{"deviceID":"d"}');
  const figures: BenchFigures = {};
  for (const pause of [0, PAUSE_MS]) {
    printProgress(`${database.kind}: one device beside heavy queries, pause of ${pause} ms`);
    const end = performance.now() + DURATION_MS;
    const heavy = Promise.all(
      Array.from({ length: HEAVY_CALLERS }, () => repeat(end, 0, () => ask('k', '/datastore/pipeline', HEAVY_QUERY))),
    );
    await wait(500);
    const outcomes = await repeat(end, pause, cheap);
    const name = `one device beside ${HEAVY_CALLERS} heavy callers${pause ? `, every ${pause} ms` : ''}`;
    figures[`${name}: p50 / p99 / longest ms`] = describeTimes(outcomes);
    figures[`${name}: answers`] = describeStatuses(outcomes);
    figures[`${name}: heavy answers`] = describeStatuses((await heavy).flat());
  }
  await server.stop();
  return figures;
}

async function repeat(end: number, pause: number, work: () => Promise<RequestResult>): Promise<RequestResult[]> {
  const outcomes: RequestResult[] = [];
  while (performance.now() < end) {
    outcomes.push(await work());
    if (pause) await wait(pause);
  }
  return outcomes;
}

function describeTimes(outcomes: readonly RequestResult[]): string {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return [0.5, 0.99, 1].map((part) => Math.round(times[Math.ceil(part * times.length) - 1] ?? 0)).join(' / ');
}

function describeStatuses(outcomes: readonly RequestResult[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
