import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceDatabase } from '#server/store/database.ts';
import { saveProject } from '#server/store/sql/projects.ts';
import { hashSecret } from '#server/store/store.ts';
import {
  type BenchFigures,
  computePercentiles,
  printProgress,
  repeatUntil,
  sendBenchRequest,
  startBenchServer,
} from './benchMeasure.ts';

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

export async function measureNoisyNeighbor(database: ServiceDatabase): Promise<BenchFigures> {
  await database.transaction(async (session) => {
    const [keyHash, tokenHash] = [hashSecret('n'), hashSecret('t')];
    await saveProject(session, { id: 'neighbor', name: 'Neighbor', keyHash, tokenHash });
    await session.query(`insert into device values ('neighbor', 'd', 'p', true, true, 1, '{"deviceID":"d"}')`);
  });
  const server = await startBenchServer(database);
  const cheap = () => sendBenchRequest(server.url, '/device/get', '{"deviceID":"d"}', { key: 'n' });
  const costly = () => sendBenchRequest(server.url, '/datastore/pipeline', HEAVY_QUERY);
  const figures: BenchFigures = {};
  for (const pause of [0, PAUSE_MS]) {
    printProgress(`${database.kind}: one device beside heavy queries, pause of ${pause} ms`);
    const end = performance.now() + DURATION_MS;
    const heavy = Promise.all(Array.from({ length: HEAVY_CALLERS }, () => repeatUntil(end, costly)));
    await wait(500);
    const outcomes = await repeatUntil(end, async () => {
      const outcome = await cheap();
      if (pause) await wait(pause);
      return outcome;
    });
    const name = `one device beside ${HEAVY_CALLERS} heavy callers${pause ? `, every ${pause} ms` : ''}`;
    figures[`${name}: p50 / p99 / longest ms`] = computePercentiles(
      outcomes.map(({ ms }) => ms),
      [0.5, 0.99, 1],
    ).join(' / ');
    figures[`${name}: answers`] = describeStatuses(outcomes);
    figures[`${name}: heavy answers`] = describeStatuses((await heavy).flat());
  }
  await server.stop();
  return figures;
}

function describeStatuses(outcomes: readonly { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
