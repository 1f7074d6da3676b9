import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryCatch } from '#lib/tryCatch.ts';
import type { Database } from '#server/store/database.ts';
import { deleteProjectContent, saveProject } from '#server/store/sql/projects.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { hashSecret } from '#server/store/store.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/transfer/bulkWriters.ts';
import { createDemoCollectionGenerators } from './demoCollections.ts';
import { DemoFleet } from './demoFleet.ts';

export type DemoCredentials = { apiKey: string; token: string };

/** Size of the demo. The same numbers, seed and clock (ms since 1970) always generate the same data. */
type DemoSize = { devices: number; documents: number; seed: number; now: number };

export const DEMO_PROJECT_ID = 'demo';
export const DEFAULT_DEMO_SIZE = { devices: 2000, documents: 100_000, seed: 1 };

const BATCH_SIZE = 2000;

/**
 * Parses the end time of the demo data, in ms since 1970. Defaults to now.
 * @returns undefined if it is invalid
 */
export function parseDemoEndTime(time: string | undefined): number | undefined {
  if (!time) return Date.now();
  const clock = /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return Number.isSafeInteger(clock) ? clock : undefined;
}

/**
 * Loads the demo credentials from the environment or the directory, or creates them. Only the owner can read the file.
 */
export async function loadOrCreateDemoCredentials(directory: string): Promise<DemoCredentials> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'demo.json');
  const text = await readFile(file, 'utf8').catch(() => '');
  // a process that was killed may have left a part of the file
  const kept: Partial<DemoCredentials> = tryCatch(() => JSON.parse(text)) ?? {};
  const credentials = {
    apiKey: process.env['FLEETLENS_DEMO_API_KEY'] || kept.apiKey || `demo-${randomBytes(12).toString('hex')}`,
    token: process.env['FLEETLENS_DEMO_TOKEN'] || kept.token || randomBytes(24).toString('base64url'),
  };
  if (credentials.apiKey !== kept.apiKey || credentials.token !== kept.token) {
    await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
  }
  return credentials;
}

/** Makes the credentials valid for the demo project. If the project is empty, adds data up to the time `now`. */
export async function ensureDemo(database: Database, credentials: DemoCredentials, now: number): Promise<void> {
  const project = buildDemoProject(credentials);
  await database.transaction((session) => saveProject(session, project));
  const [device] = await database.query('select 1 from device where project = $1 limit 1', [project.id]);
  if (!device) await replaceProjectWithDemoData(database, project, { ...DEFAULT_DEMO_SIZE, now });
}

export async function hasOnlyNonDemoProjects(database: Database): Promise<boolean> {
  const [[some] = []] = await database.query('select bool_and(id <> $1) from project', [DEMO_PROJECT_ID]);
  return some === 't';
}

export function buildDemoProject({ apiKey, token }: DemoCredentials) {
  return { id: DEMO_PROJECT_ID, name: 'Demo', keyHash: hashSecret(apiKey), tokenHash: hashSecret(token) };
}

/**
 * Replaces a project with generated devices and collections, in one transaction. `progress` receives the number of
 * records.
 */
export async function replaceProjectWithDemoData(
  database: Database,
  project: ReturnType<typeof buildDemoProject>,
  { devices, documents, seed, now }: DemoSize,
  progress: (records: number) => void = () => undefined,
): Promise<void> {
  const fleet = new DemoFleet(devices, seed, now);
  const collections = createDemoCollectionGenerators(fleet, documents, seed, now);
  let made = 0;
  const tell = (records: number) => {
    made += records;
    progress(made);
  };
  await database.transaction(async (session) => {
    await deleteProjectContent(session, project.id);
    await saveProject(session, project);
    const writer = await DeviceWriter.open(session, project.id);
    await generateBatches(
      devices,
      (n) => fleet.getDeviceRow(n),
      (batch) => writer.writeDevices(batch),
      tell,
    );
    const dropped = database.kind === 'pglite' && (await dropBodyIndexIfFew(session, 0));
    for (const { name, count, document } of collections) {
      const collection = await CollectionWriter.open(session, project.id, name);
      await generateBatches(count, document, (batch) => collection.writeDocuments(batch), tell);
      await collection.close();
    }
    if (dropped) await restoreBodyIndex(session);
    await session.query('analyze');
  });
}

async function generateBatches<Item>(
  count: number,
  make: (n: number) => Item,
  store: (batch: Item[]) => Promise<void>,
  tell: (records: number) => void,
): Promise<void> {
  let running: Promise<void> = Promise.resolve();
  for (let from = 1; from <= count; from += BATCH_SIZE) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - from + 1) }, (_, at) => make(from + at));
    await running;
    running = store(batch);
    // prevents an unhandled rejection; the next await gets the error
    running.catch(() => undefined);
    tell(batch.length);
  }
  await running;
}
