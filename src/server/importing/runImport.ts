import type { Database, DatabaseSession } from '#server/store/database.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { CollectionWriter, DeviceWriter, type WriteMode } from '#server/store/transfer/bulkWriters.ts';
import {
  createDeviceParser,
  type DeviceRecordFields,
  type ParsedRecord,
  parseAndValidateDocument,
} from './parseAndValidateRecord.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';
import { IdLog, type InvalidRecordListener, storeRecords } from './storeRecords.ts';

/** `isShort` is true if there are so few records that other commands may wait for them. */
type ImportOptions = {
  mode?: WriteMode;
  isShort?: boolean;
  progress?: (records: number) => void;
  onNote?: (text: string) => void;
  ids?: IdLog;
};

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
  { project, collection }: { project: string; collection: string },
  records: AsyncIterable<RawRecord[]>,
  options: ImportOptions = {},
): ImportOperation {
  const { mode, short, progress, ids } = withDefaults(options);
  const run = async (session: DatabaseSession, onProblem: InvalidRecordListener) => {
    const writer = await CollectionWriter.open(session, project, collection, mode);
    // rebuilding it is not worthwhile for few records
    const dropped = !short && database.kind === 'pglite' && (await dropBodyIndexIfFew(session, writer.before));
    const write = (batch: ParsedRecord<Record<string, unknown>>[]) =>
      writer.writeDocuments(batch.map(({ text, value }) => ({ text, fields: value })));
    const context = { session, onProblem, progress, ids, write };
    const stored = await storeRecords(records, { ...context, parse: parseAndValidateDocument, idField: 'documentID' });
    await writer.close();
    if (dropped) await restoreBodyIndex(session);
    // the planner chooses how to search for a value by its frequency
    if (stored >= writer.count * ANALYZE_FRACTION) await session.query('analyze document');
    return { stored, updated: writer.updated, before: writer.before, removed: await writer.countRemoved() };
  };
  return { mode, short, run };
}

/** Creates an import of devices. `onlineField` is the field of a record that contains its connectivity. */
export function createDeviceImport(
  { project, onlineField }: { project: string; onlineField: string },
  records: AsyncIterable<RawRecord[]>,
  options: ImportOptions = {},
): ImportOperation {
  const { mode, short, progress, onNote, ids } = withDefaults(options);
  const run = async (session: DatabaseSession, onProblem: InvalidRecordListener) => {
    const writer = await DeviceWriter.open(session, project, mode);
    const write = (batch: ParsedRecord<DeviceRecordFields>[]) =>
      writer.writeDevices(
        batch.map(({ text, value: { deviceID, productID, paired, registeredAt, [onlineField]: online } }) => {
          return { deviceID, productID, paired, registeredAt, online: online === true, record: text };
        }),
      );
    const context = { session, onProblem, progress, ids, write };
    const stored = await storeRecords(records, { ...context, parse: createDeviceParser(onNote), idField: 'deviceID' });
    if (stored >= ANALYZE_MIN_DEVICES) await session.query('analyze device');
    return { stored, updated: writer.updated, before: writer.before, removed: await writer.countRemoved() };
  };
  return { mode, short, run };
}

function withDefaults({ mode = 'append', isShort: short = false, ...others }: ImportOptions) {
  return { mode, short, progress: () => undefined, onNote: () => undefined, ids: new IdLog(), ...others };
}

/**
 * Stores all records in one transaction, or none. Readers see the previous state until the end. Resolves once the data
 * is durable.
 * @throws RecordError with the line of an invalid record
 */
export async function runImport(database: Database, operation: ImportOperation): Promise<ImportResult> {
  const { mode, short = false, run, assertAllowed } = operation;
  const work = async (session: DatabaseSession) => {
    const result = await run(session, (error) => {
      throw error;
    });
    assertAllowed?.(result);
    return result;
  };
  const imported = await database.transaction(work, {
    short,
    vacuum: mode === 'append' ? 'when it failed' : 'in any case',
  });
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
