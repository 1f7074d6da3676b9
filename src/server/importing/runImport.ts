import type { Database, DatabaseSession } from '#server/store/database.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { CollectionWriter, type DeviceRow, DeviceWriter, type WriteMode } from '#server/store/transfer/bulkWriters.ts';
import { IdLog } from './idLog.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import {
  type DeviceRecordFields,
  type ParsedRecord,
  parseAndValidateDevice,
  parseAndValidateDocument,
} from './parseAndValidateRecord.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';
import { type InvalidRecordListener, RecordBatchWriter } from './recordBatchWriter.ts';

type DocumentTarget = { project: string; collection: string };

/**
 * Target of devices. `onlineField` is the field of a record that contains its connectivity. The record itself is stored
 * unchanged.
 */
type DeviceTarget = { project: string; onlineField: string };

/** `isShort` is true if there are so few records that other commands may wait for them. */
type ImportOptions = { mode?: WriteMode; isShort?: boolean; progress?: (records: number) => void; ids?: IdLog };

/** Numbers of records: stored, replaced by stored ones, present before, and removed. */
export type ImportResult = { stored: number; updated: number; before: number; removed: number };

export type ImportOperation = {
  mode: WriteMode;
  short?: boolean | undefined;
  run: (session: DatabaseSession, onInvalidRecord: InvalidRecordListener) => Promise<ImportResult>;
  assertAllowed?: (imported: ImportResult) => void;
};

/** Minimum share of new rows after which the statistics of a table are updated. */
const ANALYZE_FRACTION = 1 / 10;

const ANALYZE_MIN_DEVICES = 1000;

export const MAX_REPORTED_PROBLEMS = 20;

export function createDocumentImport(
  database: Database,
  { project, collection }: DocumentTarget,
  records: AsyncIterable<RawRecord[]>,
  { mode = 'append', isShort: short = false, progress = () => undefined, ids = new IdLog() }: ImportOptions = {},
): ImportOperation {
  const run = async (session: DatabaseSession, complain: InvalidRecordListener) => {
    const loader = await CollectionWriter.open(session, project, collection, mode);
    // rebuilding it is not worthwhile for few records
    const dropped = !short && database.kind === 'pglite' && (await dropBodyIndexIfFew(session, loader.before));
    const batches = new RecordBatchWriter<Record<string, unknown>>(
      session,
      (batch) => loader.writeDocuments(batch.map(({ text, value }) => ({ text, fields: value }))),
      complain,
      {
        field: 'documentID',
        idOf: ({ documentID }) => documentID,
        describeStored: IMPORT_MESSAGES.storedDocument,
        log: ids,
      },
    );
    await batches.add(records, parseAndValidateDocument, progress);
    await loader.close();
    if (dropped) await restoreBodyIndex(session);
    // the planner chooses how to search for a value by its frequency
    if (batches.count >= loader.count * ANALYZE_FRACTION) await session.query('analyze document');
    return createResult(batches, loader, await loader.countRemoved());
  };
  return { mode, short, run };
}

export function createDeviceImport(
  { project, onlineField }: DeviceTarget,
  records: AsyncIterable<RawRecord[]>,
  { mode = 'append', isShort: short = false, progress = () => undefined, ids = new IdLog() }: ImportOptions = {},
): ImportOperation {
  const run = async (session: DatabaseSession, complain: InvalidRecordListener) => {
    const loader = await DeviceWriter.open(session, project, mode);
    const batches = new RecordBatchWriter<DeviceRecordFields>(
      session,
      (batch) => loader.writeDevices(batch.map((record) => toDeviceRow(record, onlineField))),
      complain,
      { field: 'deviceID', idOf: ({ deviceID }) => deviceID, describeStored: IMPORT_MESSAGES.storedDevice, log: ids },
    );
    await batches.add(records, parseAndValidateDevice, progress);
    if (batches.count >= ANALYZE_MIN_DEVICES) await session.query('analyze device');
    return createResult(batches, loader, await loader.countRemoved());
  };
  return { mode, short, run };
}

function createResult(
  batches: { count: number },
  { updated, before }: { updated: number; before: number },
  removed: number,
) {
  return { stored: batches.count, updated, before, removed };
}

/**
 * Stores all records in one transaction, or none. Readers see the previous state until the end. Resolves once the data
 * is durable.
 * @throws RecordError with the line of an invalid record
 */
export async function runImport(database: Database, operation: ImportOperation): Promise<ImportResult> {
  const { mode, short = false, run, assertAllowed } = operation;
  const refuse: InvalidRecordListener = (error) => {
    throw error;
  };
  const tidy = mode === 'append' ? 'when it failed' : 'in any case';
  const work = async (session: DatabaseSession) => {
    const result = await run(session, refuse);
    assertAllowed?.(result);
    return result;
  };
  const imported = await database.transaction(work, { short, vacuum: tidy });
  await database.persist();
  return imported;
}

/**
 * Runs an import and rolls it back.
 * @returns the number of records that would be stored, and the first invalid records
 */
export async function runImportAndRollBack(database: Database, { run }: ImportOperation) {
  const problems: RecordError[] = [];
  const undone = new Error('rehearsed');
  let imported: ImportResult = { stored: 0, updated: 0, before: 0, removed: 0 };
  const note: InvalidRecordListener = (error) => {
    problems.push(error);
    if (problems.length === MAX_REPORTED_PROBLEMS) throw undone;
  };
  const rehearse = async (session: DatabaseSession) => {
    imported = await run(session, note);
    throw undone;
  };
  await database.transaction(rehearse, { vacuum: 'when it failed' }).catch((error: unknown) => {
    // reading cannot continue after such an error
    if (error instanceof RecordError) problems.push(error);
    else if (error !== undone) throw error;
  });
  return { problems: problems.sort((a, b) => a.line - b.line), imported };
}

function toDeviceRow({ text, value }: ParsedRecord<DeviceRecordFields>, onlineField: string): DeviceRow {
  const { deviceID, productID, paired, registeredAt } = value;
  return { deviceID, productID, paired, registeredAt, online: value[onlineField] === true, record: text };
}
