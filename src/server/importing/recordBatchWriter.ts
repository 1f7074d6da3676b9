import { DatabaseError, type DatabaseSession } from '#server/store/database.ts';
import type { IdLog } from './idLog.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import type { ParsedRecord } from './parseAndValidateRecord.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';

/** Receives an invalid record. The record is skipped unless the listener throws. */
export type InvalidRecordListener = (error: RecordError) => void;

/** Maximum number of records in a batch: large enough to be fast, small enough for a progress bar to move. */
const BATCH_RECORDS = 2000;

/** Maximum text in a batch, in UTF-16 units. Two batches are in memory at a time. */
const BATCH_CHARACTERS = 1024 * 1024;

type IdLookup<Value> = {
  field: string;
  idOf: (value: Value) => unknown;
  describeStored: (id: string) => string;
  log: IdLog;
};

/**
 * Stores records in batches. If the database rejects a batch, the batch is halved until the invalid records are found.
 */
export class RecordBatchWriter<Value> {
  count = 0;
  private readonly session: DatabaseSession;
  private readonly store: (batch: ParsedRecord<Value>[]) => Promise<void>;
  private readonly onProblem: InvalidRecordListener;
  private readonly idLookup: IdLookup<Value>;
  private hasSavepoint = false;

  constructor(
    session: DatabaseSession,
    store: (batch: ParsedRecord<Value>[]) => Promise<void>,
    complain: InvalidRecordListener,
    identity: IdLookup<Value>,
  ) {
    this.session = session;
    this.store = store;
    this.onProblem = complain;
    this.idLookup = identity;
  }

  async add(
    records: AsyncIterable<RawRecord[]>,
    parse: (record: RawRecord) => ParsedRecord<Value>,
    progress: (count: number) => void,
  ): Promise<void> {
    let [batch, length]: [ParsedRecord<Value>[], number] = [[], 0];
    // reads the next batch while the database stores this one
    let running: Promise<void> = Promise.resolve();
    const send = async () => {
      const sent = batch;
      [batch, length] = [[], 0];
      await running;
      running = this.send(sent);
      // prevents an unhandled rejection; the next await gets the error
      running.catch(() => undefined);
      this.count += sent.length;
      progress(this.count);
    };
    try {
      for await (const found of records) {
        for (const record of found) {
          const good = this.parseOrReport(record, parse);
          if (!good) continue;
          const id = this.idLookup.idOf(good.value);
          if (typeof id === 'string') this.idLookup.log.add(id, good.line);
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
  }

  private parseOrReport(
    record: RawRecord,
    check: (record: RawRecord) => ParsedRecord<Value>,
  ): ParsedRecord<Value> | undefined {
    try {
      if (record.problem !== undefined) throw new RecordError(record.line, record.problem);
      return check(record);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.onProblem(error);
      return undefined;
    }
  }

  private async send(batch: ParsedRecord<Value>[]): Promise<void> {
    const { session } = this;
    try {
      // sent together, so that the database need not wait for this thread in between
      const released = this.hasSavepoint ? session.query('release savepoint batch') : undefined;
      this.hasSavepoint = true;
      await Promise.all([released, session.query('savepoint batch'), this.store(batch)]);
    } catch (error) {
      const problem = error instanceof DatabaseError ? getRecordProblem(error) : undefined;
      if (!problem) throw error;
      await session.query('rollback to savepoint batch');
      const [first] = batch;
      if (first && batch.length === 1) {
        this.onProblem(new RecordError(first.line, problem === 'repeated' ? this.describeRepeated(first) : problem));
      } else {
        const half = Math.ceil(batch.length / 2);
        await this.send(batch.slice(0, half));
        await this.send(batch.slice(half));
      }
    }
  }

  private describeRepeated({ line, value }: ParsedRecord<Value>): string {
    const { field, idOf, describeStored, log } = this.idLookup;
    const id = String(idOf(value));
    const earlier = log.findEarlierLine(id, line);
    if (earlier === undefined) return describeStored(JSON.stringify(id));
    return IMPORT_MESSAGES.repeatedId(field, id, earlier);
  }
}

function getRecordProblem({ sqlState }: DatabaseError): string | undefined {
  if (sqlState === '23505') return 'repeated';
  if (sqlState === '54000') return IMPORT_MESSAGES.recordExceedsDatabase;
  return sqlState?.startsWith('22') ? IMPORT_MESSAGES.valueExceedsDatabase : undefined;
}
