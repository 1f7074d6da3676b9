import type { Database, Session } from '#server/store/database.ts';
import { CollectionLoader, DeviceLoader, type LoadedDevice, type LoadMode } from '#server/store/moving/loaders.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { Batches, type Complain } from './batches.ts';
import { type Checked, checkDevice, checkDocument, type DeviceFields } from './checking.ts';
import { type FileRecord, RecordError } from './fileRecord.ts';
import { IdLog } from './idLog.ts';

type DocumentTarget = { project: string; collection: string };

/** `onlineField` names the field of a record that says whether the device is online; the record is kept as it is. */
type DeviceTarget = { project: string; onlineField: string };

/** `short` when so few records come that others may wait for them; `ids` if the input is stored in several parts. */
type Importing = { mode?: LoadMode; short?: boolean; progress?: (records: number) => void; ids?: IdLog };

/**
 * What an import did: records stored, those of them that took another's place, those that were there before, and those of
 * them that are gone.
 */
export type Imported = { stored: number; updated: number; before: number; removed: number };

/** Part of a transaction that is carried out, or rehearsed. */
export type Storing = {
  mode: LoadMode;
  short?: boolean | undefined;
  run: (session: Session, complain: Complain) => Promise<Imported>;
  /** Throws where the result must not be stored. */
  assertAllowed?: (imported: Imported) => void;
};

/** A table's statistics are renewed when at least this part of it is new. */
const NEWS = 1 / 10;

/** So many devices are worth it in any case. */
const MANY_DEVICES = 1000;

/** Bad records that a rehearsal looks for. */
export const PROBLEMS_MAX = 20;

export function storingDocuments(
  database: Database,
  { project, collection }: DocumentTarget,
  records: AsyncIterable<FileRecord[]>,
  { mode = 'append', short = false, progress = () => undefined, ids = new IdLog() }: Importing = {},
): Storing {
  const run = async (session: Session, complain: Complain) => {
    const loader = await CollectionLoader.open(session, project, collection, mode);
    // few records are not worth building it for
    const dropped = !short && database.kind === 'pglite' && (await dropBodyIndexIfFew(session, loader.before));
    const batches = new Batches<Record<string, unknown>>(
      session,
      (batch) => loader.load(batch.map(({ text, value }) => ({ text, fields: value }))),
      complain,
      { field: 'documentID', idOf: ({ documentID }) => documentID, describeStored: describeStoredDocument, log: ids },
    );
    await batches.add(records, checkDocument, progress);
    await loader.close();
    if (dropped) await restoreBodyIndex(session);
    // how common a value is decides how a query looks for it
    if (batches.count >= loader.count * NEWS) await session.query('analyze document');
    return resultOf(batches, loader, await loader.countRemoved());
  };
  return { mode, short, run };
}

export function storingDevices(
  { project, onlineField }: DeviceTarget,
  records: AsyncIterable<FileRecord[]>,
  { mode = 'append', short = false, progress = () => undefined, ids = new IdLog() }: Importing = {},
): Storing {
  const run = async (session: Session, complain: Complain) => {
    const loader = await DeviceLoader.open(session, project, mode);
    const batches = new Batches<DeviceFields>(
      session,
      (batch) => loader.load(batch.map((record) => loadedDevice(record, onlineField))),
      complain,
      { field: 'deviceID', idOf: ({ deviceID }) => deviceID, describeStored: describeStoredDevice, log: ids },
    );
    await batches.add(records, checkDevice, progress);
    if (batches.count >= MANY_DEVICES) await session.query('analyze device');
    return resultOf(batches, loader, await loader.countRemoved());
  };
  return { mode, short, run };
}

function resultOf(
  batches: { count: number },
  { updated, before }: { updated: number; before: number },
  removed: number,
) {
  return { stored: batches.count, updated, before, removed };
}

/**
 * Stores all records, or none when one is bad (RecordError names its line). Whoever reads meanwhile sees what was there
 * before. Resolves once they would survive a power cut.
 */
export async function allOrNothing(database: Database, storing: Storing): Promise<Imported> {
  const { mode, short = false, run, assertAllowed } = storing;
  const refuse: Complain = (error) => {
    throw error;
  };
  const tidy = mode === 'append' ? 'when it failed' : 'in any case';
  const work = async (session: Session) => {
    const result = await run(session, refuse);
    assertAllowed?.(result);
    return result;
  };
  const imported = await database.transaction(work, { short, tidy });
  await database.persist();
  return imported;
}

/** Does all of it and undoes it. Resolves with what would be stored, and with the first bad records. */
export async function rehearsed(database: Database, { run }: Storing) {
  const problems: RecordError[] = [];
  const undone = new Error('rehearsed');
  let imported: Imported = { stored: 0, updated: 0, before: 0, removed: 0 };
  const note: Complain = (error) => {
    problems.push(error);
    if (problems.length === PROBLEMS_MAX) throw undone;
  };
  const rehearse = async (session: Session) => {
    imported = await run(session, note);
    throw undone;
  };
  await database.transaction(rehearse, { tidy: 'when it failed' }).catch((error: unknown) => {
    // a file that cannot be read on ends with that
    if (error instanceof RecordError) problems.push(error);
    else if (error !== undone) throw error;
  });
  return { problems: problems.sort((a, b) => a.line - b.line), imported };
}

function describeStoredDevice(id: string): string {
  return `a device with the deviceID ${id} is already stored. Use --update to replace it, or --replace to replace all devices`;
}

function describeStoredDocument(id: string): string {
  return (
    `a document with the documentID ${id} is already stored. Use --update to replace it, or --replace to replace all ` +
    'documents of the collection'
  );
}

function loadedDevice({ text, value }: Checked<DeviceFields>, onlineField: string): LoadedDevice {
  const { deviceID, productID, paired, registeredAt } = value;
  return { deviceID, productID, paired, registeredAt, online: value[onlineField] === true, record: text };
}
