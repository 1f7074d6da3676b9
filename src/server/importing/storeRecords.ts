import { hash } from 'node:crypto';
import { DatabaseError, type DatabaseSession } from '#server/store/database.ts';
import type { ParsedRecord } from './parseAndValidateRecord.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';

/** Receives an invalid record. The record is skipped unless the listener throws. */
export type InvalidRecordListener = (error: RecordError) => void;

/** Maximum number of records in a batch: large enough to be fast, small enough for a progress bar to move. */
const BATCH_RECORDS = 2000;

/** Maximum text in a batch, in UTF-16 units. Two batches are in memory at a time. */
const BATCH_CHARACTERS = 1024 * 1024;

type RecordBatchOptions<Value> = {
  session: DatabaseSession;
  parse: (record: RawRecord) => ParsedRecord<Value>;
  write: (batch: ParsedRecord<Value>[]) => Promise<void>;
  onProblem: InvalidRecordListener;
  progress: (count: number) => void;
  idField: IdField;
  ids: IdLog;
};

type Fields = Record<string, unknown>;
type IdField = 'deviceID' | 'documentID';

/**
 * Stores records in batches, and returns their number. If the database rejects a batch, the batch is halved until the
 * invalid records are found.
 */
export async function storeRecords<Value extends Fields>(
  records: AsyncIterable<RawRecord[]>,
  { session, parse, write, onProblem, progress, idField, ids }: RecordBatchOptions<Value>,
): Promise<number> {
  let count = 0;
  let hasSavepoint = false;
  let [batch, length]: [ParsedRecord<Value>[], number] = [[], 0];
  // reads the next batch while the database stores this one
  let running: Promise<void> = Promise.resolve();
  const send = async () => {
    const sent = batch;
    [batch, length] = [[], 0];
    await running;
    running = store(sent);
    // prevents an unhandled rejection; the next await gets the error
    running.catch(() => undefined);
    count += sent.length;
    progress(count);
  };
  try {
    for await (const found of records) {
      for (const record of found) {
        const good = parseOrReport(record);
        if (!good) continue;
        const id = good.value[idField];
        if (typeof id === 'string') ids.add(id, good.line);
        batch.push(good);
        length += good.text.length;
        if (batch.length === BATCH_RECORDS || length >= BATCH_CHARACTERS) await send();
      }
    }
    if (batch.length > 0) await send();
  } finally {
    // nothing may be pending when the transaction ends, and the error of an earlier line takes precedence
    await running;
  }
  return count;

  function parseOrReport(record: RawRecord): ParsedRecord<Value> | undefined {
    try {
      if (record.problem !== undefined) throw new RecordError(record.line, record.problem);
      return parse(record);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      onProblem(error);
      return undefined;
    }
  }

  async function store(batch: ParsedRecord<Value>[]): Promise<void> {
    try {
      // sent together, so that the database need not wait for this thread in between
      const released = hasSavepoint ? session.query('release savepoint batch') : undefined;
      hasSavepoint = true;
      await Promise.all([released, session.query('savepoint batch'), write(batch)]);
    } catch (error) {
      const problem = error instanceof DatabaseError ? getRecordProblem(error) : undefined;
      if (!problem) throw error;
      await session.query('rollback to savepoint batch');
      const [first] = batch;
      if (first && batch.length === 1) {
        const text = problem === 'repeated' ? describeRepeated(first, idField, ids) : problem;
        onProblem(new RecordError(first.line, text));
      } else {
        const half = Math.ceil(batch.length / 2);
        await store(batch.slice(0, half));
        await store(batch.slice(half));
      }
    }
  }
}

function describeRepeated<Value extends Fields>({ line, value }: ParsedRecord<Value>, idField: IdField, ids: IdLog) {
  const id = String(value[idField]);
  const earlier = ids.findEarlierLine(id, line);
  if (earlier !== undefined) {
    const where = earlier === 'unknown' ? 'in use' : `used in line ${earlier}`;
    return `the ${idField} ${JSON.stringify(id)} is already ${where}`;
  }
  const [one, all] = idField === 'deviceID' ? ['device', 'devices'] : ['document', 'documents of the collection'];
  return `a ${one} with the ${idField} ${JSON.stringify(id)} is already stored. Use --update to replace it, or --replace to replace all ${all}`;
}

function getRecordProblem({ sqlState }: DatabaseError): string | undefined {
  if (sqlState === '23505') return 'repeated';
  if (sqlState === '54000') return 'the record is longer than the database can store';
  if (!sqlState?.startsWith('22')) return undefined;
  return 'the record contains a character or number that the database cannot store';
}

const HASH_BYTES = 6;
const ENTRY_BYTES = 2 * HASH_BYTES;
const ID_LOG_BYTES_MAX = 2_000_000 * ENTRY_BYTES;

/** IDs of the first 2,000,000 records of an input, in 24 MB, to find the line in which a repeated ID occurs first. */
export class IdLog {
  private entries = Buffer.alloc(ID_LOG_BYTES_MAX / 1000);
  private used = 0;

  add(id: string, line: number): void {
    if (this.used >= ID_LOG_BYTES_MAX) return;
    if (this.used === this.entries.length) this.entries = Buffer.concat([this.entries, Buffer.alloc(this.used)]);
    hash('sha1', id, 'buffer').copy(this.entries, this.used, 0, HASH_BYTES);
    this.entries.writeUIntBE(line, this.used + HASH_BYTES, HASH_BYTES);
    this.used += ENTRY_BYTES;
  }

  /** Finds the line of an earlier record with the same ID. Returns 'unknown' if it may not be in the log. */
  findEarlierLine(id: string, line: number): number | 'unknown' | undefined {
    const wanted = hash('sha1', id, 'buffer').subarray(0, HASH_BYTES);
    let matches = 0;
    for (let at = 0; at < this.used; at += ENTRY_BYTES) {
      if (wanted.compare(this.entries, at, at + HASH_BYTES) !== 0) continue;
      const found = this.entries.readUIntBE(at + HASH_BYTES, HASH_BYTES);
      if (found <= line) matches++;
      // the record itself is also in the log, and a line may contain several records
      if (found < line || matches === 2) return found;
    }
    return this.used >= ID_LOG_BYTES_MAX ? 'unknown' : undefined;
  }
}
