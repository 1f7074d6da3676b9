import * as z from 'zod/mini';
import { deviceSchema } from '#contract/deviceSchemas.ts';
import { JsonError, type Limits, type Member, members } from '#lib/jsonText.ts';
import { type Database, DatabaseError, type Session } from '#server/store/database.ts';
import { CollectionLoader, type LoadedDevice, loadDevices } from '#server/store/loading.ts';
import { dropBodyIndexIfEmpty, restoreBodyIndex } from '#server/store/schema.ts';
import { type FileRecord, RecordError } from './records.ts';

/** Records sent to the database at once: large enough to be quick, small enough for a progress bar to move. */
const BATCH = 2000;

/** Deepest nesting of a stored document: far below what the database can take. */
const DEPTH_MAX = 100;

/** What a device record may hold: it is read with every list. */
const DEVICE_LIMITS: Limits = { depthMax: 32, numberMax: 400 };

/** A record of a file and what its text says. */
type Checked<Value> = FileRecord & { value: Value };

type Fields = Record<string, unknown>;
type DeviceFields = Omit<LoadedDevice, 'online' | 'record'> & Fields;

type Progress = (records: number) => void;

/** Stores one batch. Throws DatabaseError when the database refuses it. */
type StoreBatch<Value> = (session: Session, batch: Checked<Value>[]) => Promise<void>;

/**
 * Appends documents to a collection: all of them, or none when one is bad (RecordError names its line).
 * Resolves with their number once they would survive a power cut.
 */
export async function importDocuments(
  database: Database,
  target: { project: string; collection: string },
  records: AsyncIterable<FileRecord[]>,
  progress: Progress,
): Promise<number> {
  return allOrNothing(database, async (session) => {
    const dropped = database.kind === 'pglite' && (await dropBodyIndexIfEmpty(session));
    const loader = await CollectionLoader.open(session, target.project, target.collection);
    const store: StoreBatch<Fields> = (_, batch) =>
      loader.append(batch.map(({ text, value }) => ({ text, fields: value })));
    const stored = await storeAll(session, checked(records, checkDocument), store, progress);
    await loader.close();
    if (dropped) await restoreBodyIndex(session);
    // how common a value is decides how a query looks for it
    await session.query('analyze document');
    return stored;
  });
}

/**
 * Registers devices, likewise. `onlineField` names the field of a record that says whether the device is online; the
 * record is kept as it is.
 */
export async function importDevices(
  database: Database,
  target: { project: string; onlineField: string },
  records: AsyncIterable<FileRecord[]>,
  progress: Progress,
): Promise<number> {
  const store: StoreBatch<DeviceFields> = (session, batch) =>
    loadDevices(
      session,
      target.project,
      batch.map((record) => loadedDevice(record, target.onlineField)),
    );
  return allOrNothing(database, (session) => storeAll(session, checked(records, checkDevice), store, progress));
}

async function allOrNothing(database: Database, work: (session: Session) => Promise<number>): Promise<number> {
  let count: number;
  try {
    count = await database.transaction(work);
  } catch (error) {
    // the embedded database does not tidy up by itself, and what was rolled back still takes up the disk
    const died = error instanceof DatabaseError && error.fault === 'unavailable';
    if (database.kind === 'pglite' && !died) {
      for (const table of ['document', 'device']) await database.query(`vacuum ${table}`).catch(() => undefined);
    }
    throw error;
  }
  await database.persist();
  return count;
}

async function storeAll<Value>(
  session: Session,
  records: AsyncIterable<Checked<Value>[]>,
  store: StoreBatch<Value>,
  progress: Progress,
): Promise<number> {
  let count = 0;
  let batch: Checked<Value>[] = [];
  // the next batch is read while the database takes this one
  let running: Promise<void> = Promise.resolve();
  const send = async () => {
    const sent = batch;
    batch = [];
    await running;
    running = storeBatch(session, sent, store);
    // whoever awaits it next hears of a failure; until then it must not count as unheard
    running.catch(() => undefined);
    count += sent.length;
    progress(count);
  };
  try {
    for await (const found of records) {
      for (const record of found) {
        batch.push(record);
        if (batch.length === BATCH) await send();
      }
    }
    if (batch.length > 0) await send();
  } finally {
    // nothing may still be on its way when the transaction ends, and an earlier line's error comes first
    await running;
  }
  return count;
}

/** Stores a batch; when the database refuses it, halves it until the one bad record is found. */
async function storeBatch<Value>(session: Session, batch: Checked<Value>[], store: StoreBatch<Value>): Promise<void> {
  try {
    // all on their way at once: the database need not wait for this thread between them
    await Promise.all([
      session.query('savepoint batch'),
      store(session, batch),
      session.query('release savepoint batch'),
    ]);
  } catch (error) {
    const complaint = error instanceof DatabaseError ? complaintOf(error) : undefined;
    if (!complaint) throw error;
    await session.query('rollback to savepoint batch');
    const [first] = batch;
    if (first && batch.length === 1) throw new RecordError(first.line, complaint);
    const half = Math.ceil(batch.length / 2);
    await storeBatch(session, batch.slice(0, half), store);
    await storeBatch(session, batch.slice(half), store);
  }
}

/** What a record did wrong; undefined when it is not the record's fault. */
function complaintOf({ sqlState }: DatabaseError): string | undefined {
  if (sqlState === '23505') return 'its ID is there already';
  return sqlState?.startsWith('22') ? 'holds a character or number that the database cannot hold' : undefined;
}

async function* checked<Value>(
  records: AsyncIterable<FileRecord[]>,
  check: (text: string) => Value,
): AsyncGenerator<Checked<Value>[]> {
  const read = ({ line, text }: FileRecord) => {
    try {
      return { line, text, value: check(text) };
    } catch (error) {
      throw new RecordError(line, error instanceof SyntaxError ? 'not JSON' : (error as Error).message);
    }
  };
  for await (const found of records) yield found.map(read);
}

function checkDocument(text: string): Fields {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected an object');
  const { documentID = 'none' } = value as { documentID?: unknown };
  if (typeof documentID !== 'string' || documentID === '') throw new Error('documentID: expected a string');
  if (isDeep(text)) throw new Error(`nested deeper than ${DEPTH_MAX} levels`);
  return value as Fields;
}

function checkDevice(text: string): DeviceFields {
  const value: unknown = JSON.parse(text);
  const names = new Set<string>();
  for (const { name } of limitedMembers(text)) {
    // readers would disagree on what it means
    if (names.has(name)) throw new Error(`the field ${JSON.stringify(name)} is given twice`);
    names.add(name);
  }
  const issue = z.safeParse(deviceSchema, value).error?.issues[0];
  if (issue) throw new Error(`${issue.path.join('.') || 'record'}: ${issue.message}`);
  const device = value as DeviceFields;
  if (device.deviceID === '') throw new Error('deviceID: expected a string');
  return device;
}

function limitedMembers(text: string): Member[] {
  try {
    return members(text, DEVICE_LIMITS);
  } catch (error) {
    // JSON.parse took it, so what is wrong is a limit that was passed
    throw error instanceof JsonError ? new Error(error.message) : error;
  }
}

function loadedDevice({ text, value }: Checked<DeviceFields>, onlineField: string): LoadedDevice {
  const { deviceID, productID, paired, registeredAt } = value;
  return { deviceID, productID, paired, registeredAt, online: value[onlineField] === true, record: text };
}

/** Counts brackets only where there are enough of them to matter. */
function isDeep(text: string): boolean {
  if ((text.match(/[[{]/g)?.length ?? 0) <= DEPTH_MAX) return false;
  let depth = 0;
  for (const [found] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (found === '[' || found === '{') depth++;
    else if (found === ']' || found === '}') depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
