import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawRecord } from '#server/importing/rawRecord.ts';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { openPglite } from '#server/store/embedded/pglite.ts';
import { migrateSchema, SCHEMA_VERSION } from '#server/store/sql/schema.ts';
import type { WriteMode } from '#server/store/transfer/bulkWriters.ts';
import { computeTableChecksums, copyDatabase } from '#server/store/transfer/copyDatabase.ts';
import { computeRoundedRatio, measureTime, printProgress, waitForGarbageCollection } from './benchMeasure.ts';

const WIDE = { count: 600, bytes: 150_000 };
const REPLACED = 100_000;

const MB = 1_000_000;

export async function measureImportAndCopy(
  database: ServiceDatabase,
  project: string,
): Promise<Record<string, number>> {
  printProgress(`${database.kind}: wide documents`);
  const wide = await measureStoring(database, project, 'wide', generateWideRecords());
  printProgress(`${database.kind}: narrow documents, replaced and updated`);
  const narrow = await measureStoring(database, project, 'narrow', generateNarrowRecords(0));
  const replaced = await measureStoring(database, project, 'narrow', generateNarrowRecords(1), 'replace');
  const updated = await measureStoring(database, project, 'narrow', generateNarrowRecords(2), 'update');
  printProgress(`${database.kind}: copy`);
  const copy = await measureCopying(database);
  const ratio = (ms: number) => computeRoundedRatio(ms, narrow.ms);
  const perSecond = (count: number, ms: number) => Math.round((1000 * count) / ms);
  return {
    'import of 150 kB documents, MB/s': perSecond((WIDE.count * WIDE.bytes) / MB, wide.ms),
    'its peak memory above the start, MB': wide.memory,
    'import of narrow documents/s': perSecond(REPLACED, narrow.ms),
    'its peak memory above the start, MB (narrow)': narrow.memory,
    'replace / import': ratio(replaced.ms),
    'update / import': ratio(updated.ms),
    'copy into a directory, rows/s': perSecond(copy.rows, copy.ms),
    'its peak memory above the start, MB (copy)': copy.memory,
  };
}

async function measureStoring(
  database: ServiceDatabase,
  project: string,
  collection: string,
  records: AsyncIterable<RawRecord[]>,
  mode: WriteMode = 'append',
) {
  return measureTimeAndMemory(() =>
    runImport(database, createDocumentImport(database, { project, collection }, records, { mode })),
  );
}

async function measureCopying(database: ServiceDatabase) {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-bench-'));
  const copy = await openPglite({ dataDir: join(directory, 'pglite'), statementTimeout: 0 });
  await migrateSchema(copy);
  const snapshot = await database.openSnapshot();
  let rows = 0;
  const figures = await measureTimeAndMemory(async () => {
    await copy.transaction((session) =>
      copyDatabase({ session: snapshot, schema: SCHEMA_VERSION }, session, copy.kind, (count) => {
        rows = count;
      }),
    );
    const [before, after] = [await computeTableChecksums(snapshot), await computeTableChecksums(copy)];
    if (before.document.sum !== after.document.sum) throw new Error('What was copied is not what was there.');
    await copy.persist();
  });
  await snapshot.release();
  await copy.close();
  rmSync(directory, { recursive: true, force: true });
  return { ...figures, rows };
}

async function measureTimeAndMemory(work: () => Promise<unknown>): Promise<{ ms: number; memory: number }> {
  await waitForGarbageCollection();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const ms = await measureTime(work);
  clearInterval(timer);
  return { ms, memory: Math.round((peak - before) / MB) };
}

async function* generateWideRecords(): AsyncGenerator<RawRecord[]> {
  for (let line = 1; line <= WIDE.count; line++) {
    // words that compress like real ones
    const words = Array.from({ length: WIDE.bytes / 8 }, (_, at) => ((at * 7919 + line * 31) % 1e9).toString(36));
    yield [{ line, text: JSON.stringify({ line, words: words.join(' ').slice(0, WIDE.bytes) }) }];
  }
}

async function* generateNarrowRecords(version: number): AsyncGenerator<RawRecord[]> {
  for (let from = 0; from < REPLACED; from += 5000) {
    yield Array.from({ length: 5000 }, (_, at) => {
      const n = from + at;
      return { line: n + 1, text: JSON.stringify({ documentID: `n-${n}`, n, version, site: 'A', even: n % 2 === 0 }) };
    });
  }
}
