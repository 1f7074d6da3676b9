import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { RECORD_NOUNS } from '#server/cli/commandArguments.ts';
import { assertProjectExists, limitHeapGrowth, withDatabase } from '#server/cli/databaseTarget.ts';
import { createProgressBar } from '#server/cli/progressBar.ts';
import { splitBySizeOrIdle } from '#server/cli/splitBySizeOrIdle.ts';
import { CommandError } from '#server/commandError.ts';
import type { CsvSheet } from '#server/importing/csvSheet.ts';
import { detectInputFormat, ImportInput } from '#server/importing/importInput.ts';
import { type RawRecord, RecordError } from '#server/importing/rawRecord.ts';
import { describeCsvDialect } from '#server/importing/readCsvRecords.ts';
import { type InputFormat, readRawRecords } from '#server/importing/readRawRecords.ts';
import {
  createDeviceImport,
  createDocumentImport,
  type ImportOperation,
  type ImportResult,
  MAX_REPORTED_PROBLEMS,
  runImport,
  runImportAndRollBack,
} from '#server/importing/runImport.ts';
import { IdLog } from '#server/importing/storeRecords.ts';
import type { Database } from '#server/store/database.ts';
import { getRequestedSampleCsv, type ImportRequest, parseImportRequest } from './importOptions.ts';
import { assertReplaceAllowed } from './replaceLimits.ts';
import { toCommandError } from './toCommandError.ts';

/** Maximum size in bytes of a file whose import is short enough for other commands to wait. */
const SHORT_FILE_BYTES = 64 * 1024;

/** Imports a whole file or nothing. With `--commit-every`, commits in portions. */
export async function runImportCommand(args: string[]): Promise<void> {
  const example = getRequestedSampleCsv(args);
  if (example !== undefined) return console.log(example);
  const request = parseImportRequest(args);
  limitHeapGrowth();
  const input = new ImportInput(request.file, request.bytes !== undefined);
  try {
    const format = request.format ?? (await detectInputFormat(input, request.file, request.reading.encoding));
    if (request.format !== undefined) await input.peek(() => true);
    if (format !== 'csv') assertNoCsvOptions(request.reading);
    await withDatabase(request.target, (database) => importRecords(database, { ...request, format }, input));
  } finally {
    input.close();
  }
}

function assertNoCsvOptions({ columns, dates, decimal, empty }: ImportRequest['reading']): void {
  const given = { default: columns.defaults.size > 0, dates, decimal, empty: empty.size > 0 };
  for (const [option, value] of Object.entries(given)) {
    if (value) throw new CommandError(`--${option} applies to CSV only. The input is JSON.`);
  }
}

async function importRecords(
  database: Database,
  request: ImportRequest & { format: InputFormat },
  input: ImportInput,
): Promise<void> {
  const { kind, bytes, project, format, reading } = request;
  await assertProjectExists(database, project, ` To create it, run: fleetlens project create ${project}`);
  const bar = createProgressBar(kind, { bytes });
  input.onRead = bar.countBytes;
  let sheet: CsvSheet | undefined;
  const records = readRawRecords(input.chunks(), {
    ...reading,
    format,
    onDialect: (dialect) => bar.printAbove(`CSV format: ${describeCsvDialect(dialect)}.`),
    onSheet: (opened) => {
      sheet = opened;
      opened.notes.forEach(bar.printAbove);
    },
  });
  const ids = new IdLog();
  // packed data may expand to much more
  const unpackedSize = { ...request, bytes: input.isCompressed ? undefined : request.bytes };
  const storing = (some: AsyncIterable<RawRecord[]>, before = 0) =>
    createImportStep(database, unpackedSize, some, {
      ids,
      onNote: bar.printAbove,
      progress: (count) => bar.show(before + count),
    });
  try {
    if (request.dryRun) await reportDryRun(database, request, storing(records), bar.end);
    else if (request.commitEvery) await importInPortions(database, request, records, storing, bar.end);
    else {
      const imported = await runImport(database, storing(records)).catch((error: unknown) => {
        throw toImportError(error, 'Nothing was stored.');
      });
      bar.end();
      console.log(formatSummary(request, imported));
    }
    for (const report of sheet?.describeColumns() ?? []) bar.printAbove(report);
  } finally {
    bar.end();
  }
}

function createImportStep(
  database: Database,
  { kind, mode, bytes = Number.POSITIVE_INFINITY, commitEvery, limits, ...target }: ImportRequest,
  records: AsyncIterable<RawRecord[]>,
  options: { ids: IdLog; onNote: (text: string) => void; progress: (count: number) => void },
): ImportOperation {
  const short = commitEvery !== undefined || (mode === 'append' && bytes <= SHORT_FILE_BYTES);
  const storing =
    kind === 'documents'
      ? createDocumentImport(database, target, records, { ...options, mode, isShort: short })
      : createDeviceImport(target, records, { ...options, mode, isShort: short });
  if (mode !== 'replace') return storing;
  return { ...storing, assertAllowed: (imported) => assertReplaceAllowed(imported, limits, RECORD_NOUNS[kind]) };
}

async function reportDryRun(database: Database, request: ImportRequest, storing: ImportOperation, done: () => void) {
  const { problems, imported } = await runImportAndRollBack(database, storing);
  done();
  for (const { line, message } of problems) console.log(`Line ${line}: ${message}`);
  if (problems.length > 0) {
    throw new CommandError(
      `${formatCountWithNoun(problems.length, 'line')} ${problems.length === 1 ? 'is' : 'are'} invalid${problems.length === MAX_REPORTED_PROBLEMS ? '; checking stopped there' : ''}. Nothing was stored.`,
    );
  }
  storing.assertAllowed?.(imported);
  console.log(`All lines are valid. ${formatSummary(request, imported)}`);
}

async function importInPortions(
  database: Database,
  request: ImportRequest,
  records: AsyncGenerator<RawRecord[]>,
  storing: (some: AsyncIterable<RawRecord[]>, before: number) => ImportOperation,
  done: () => void,
): Promise<void> {
  const total: ImportResult = { stored: 0, updated: 0, before: 0, removed: 0 };
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    for await (const portion of splitBySizeOrIdle(records, request.commitEvery ?? 1, stop.signal)) {
      const { stored, updated } = await runImport(database, storing(yieldOnce(portion), total.stored));
      total.stored += stored;
      total.updated += updated;
    }
  } catch (error) {
    throw toImportError(
      error,
      `${formatCountWithNoun(total.stored, RECORD_NOUNS[request.kind])} before this line ${total.stored === 1 ? 'was' : 'were'} stored.`,
    );
  }
  done();
  console.log(formatSummary(request, total));
}

async function* yieldOnce<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

function formatSummary(
  { kind, mode, dryRun: isDryRun }: ImportRequest,
  { stored, updated, before, removed }: ImportResult,
): string {
  const summary = `${isDryRun ? 'Would store' : 'Stored'} ${formatCountWithNoun(stored, RECORD_NOUNS[kind])}`;
  if (mode === 'replace')
    return `${summary}, replacing ${formatCount(before)}.${removed > 0 ? ` ${formatCount(removed)} ${removed === 1 ? 'was' : 'were'} removed.` : ''}`;
  return mode === 'update' ? `${summary}, ${formatCount(updated)} of them updated.` : `${summary}.`;
}

function toImportError(error: unknown, rest: string): unknown {
  if (error instanceof RecordError) return new CommandError(`Line ${error.line}: ${error.message}. ${rest}`);
  return toCommandError(error, rest);
}
