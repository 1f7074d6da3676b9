import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/store/database.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/moving/bulkWriters.ts';
import { deleteContent, saveProject } from '#server/store/sql/projects.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { hashSecret } from '#server/store/store.ts';
import { createDemoCollections } from './demoCollections.ts';
import { DemoFleet } from './demoFleet.ts';

export type Credentials = { apiKey: string; token: string };

/** How large a demo is. The same numbers, seed and clock (ms since 1970) make the same data, to the byte, anywhere. */
type DemoSize = { devices: number; documents: number; seed: number; now: number };

export const DEMO_PROJECT = 'demo';
export const DEMO_SIZE = { devices: 2000, documents: 100_000, seed: 1 };

/** Records handed to the database at once. */
const BATCH_SIZE = 2000;

/** When a demo's data ends: at the time given, or now, in ms since 1970. Undefined for a time that is none. */
export function parseDemoTime(time: string | undefined): number | undefined {
  if (!time) return Date.now();
  const clock = /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return Number.isSafeInteger(clock) ? clock : undefined;
}

/**
 * The demo's credentials: from the environment, else as an earlier start left them in the directory, else made now.
 * They are kept readable by the owner alone, since the console must offer them to whoever sits at this machine.
 */
export async function loadDemoCredentials(directory: string, environment: NodeJS.ProcessEnv): Promise<Credentials> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'demo.json');
  const kept: Partial<Credentials> = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const credentials = {
    apiKey: environment['FLEETLENS_DEMO_API_KEY'] || kept.apiKey || `demo-${randomBytes(12).toString('hex')}`,
    token: environment['FLEETLENS_DEMO_TOKEN'] || kept.token || randomBytes(24).toString('base64url'),
  };
  if (credentials.apiKey !== kept.apiKey || credentials.token !== kept.token) {
    await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
  }
  return credentials;
}

/** Makes the credentials open the demo project, and fills it up to `now` if it is empty. */
export async function ensureDemo(database: Database, credentials: Credentials, now: number): Promise<void> {
  await database.transaction((session) => saveProject(session, createDemoProjectStatements(credentials)));
  const [[there] = []] = await database.query('select exists (select from device where project = $1)', [DEMO_PROJECT]);
  if (there === 'f') await replaceDemo(database, createDemoProjectStatements(credentials), { ...DEMO_SIZE, now });
}

/** Whether there are projects, and none of them is the demo's. */
export async function hasOnlyOtherProjects(database: Database): Promise<boolean> {
  const [[some] = []] = await database.query('select bool_and(id <> $1) from project', [DEMO_PROJECT]);
  return some === 't';
}

export function createDemoProjectStatements({ apiKey, token }: Credentials) {
  return { id: DEMO_PROJECT, name: 'Demo', keyHash: hashSecret(apiKey), tokenHash: hashSecret(token) };
}

/** Makes a project anew, with a lifelike fleet and its collections, in one transaction. `progress` hears of records. */
export async function replaceDemo(
  database: Database,
  project: ReturnType<typeof createDemoProjectStatements>,
  { devices, documents, seed, now }: DemoSize,
  progress: (records: number) => void = () => undefined,
): Promise<void> {
  const fleet = new DemoFleet(devices, seed, now);
  const collections = createDemoCollections(fleet, documents, seed, now);
  let made = 0;
  const tell = (records: number) => {
    made += records;
    progress(made);
  };
  await database.transaction(async (session) => {
    await deleteContent(session, project.id);
    await saveProject(session, project);
    const loader = await DeviceWriter.open(session, project.id);
    await generateBatches(
      devices,
      (n) => fleet.getDevice(n),
      (batch) => loader.load(batch),
      tell,
    );
    const dropped = database.kind === 'pglite' && (await dropBodyIndexIfFew(session, 0));
    for (const { name, count, document } of collections) {
      const collection = await CollectionWriter.open(session, project.id, name);
      await generateBatches(count, document, (batch) => collection.load(batch), tell);
      await collection.close();
    }
    if (dropped) await restoreBodyIndex(session);
    await session.query('analyze');
  });
}

/** Makes items 1 to `count`; the next batch is made while the last one is stored. */
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
    // whoever awaits it next hears of a failure
    running.catch(() => undefined);
    tell(batch.length);
  }
  await running;
}
