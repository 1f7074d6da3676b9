import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import { type Database, DatabaseError } from '#server/store/database.ts';
import { readArguments } from './commandLine.ts';
import { importDevices, importDocuments } from './importing.ts';
import { progressBar } from './progressBar.ts';
import { type FileRecord, FORMATS, type Format, RecordError, readRecords } from './records.ts';
import { TARGET_OPTIONS, TARGET_USAGE, targetOf, withDatabase } from './target.ts';

export const IMPORT_USAGE = `fleetlens import devices|documents [FILE]: store records from a file, or from standard input
${TARGET_USAGE}
  --project ID      the project to store them in
  --collection NAME the collection to append documents to
  --online-field F  the field of a device that says whether it is online (default: online)
  --format F        ndjson, json (one array) or csv; otherwise by the name of the file`;

type Import = {
  kind: 'devices' | 'documents';
  project: string;
  collection: string;
  onlineField: string;
  format: Format;
  file: string | undefined;
};

/** Bytes read at a time. */
const READ = 1024 * 1024;

/** Stores a whole file, or nothing of it. */
export async function importCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...TARGET_OPTIONS,
    project: { type: 'string' },
    collection: { type: 'string' },
    'online-field': { type: 'string' },
    format: { type: 'string' },
  });
  const [kind, file] = positionals;
  if (kind !== 'devices' && kind !== 'documents') throw new CommandError(`Import what?\n\n${IMPORT_USAGE}`);
  if (!values.project) throw new CommandError('--project: name the project to store them in.');
  if (kind === 'documents' && !values.collection) throw new CommandError('--collection: name the collection.');
  const request: Import = {
    kind,
    project: values.project,
    collection: values.collection ?? '',
    onlineField: values['online-field'] ?? 'online',
    format: formatOf(values.format, file),
    file: file === '-' ? undefined : file,
  };
  const bytes = sizeOf(request.file);
  const count = await withDatabase(targetOf(values), (database) => run(database, request, bytes));
  console.log(`Stored ${count.toLocaleString('en')} ${kind}.`);
}

async function run(database: Database, request: Import, bytes: number | undefined): Promise<number> {
  const { kind, project, file } = request;
  const [found] = await database.query('select 1 from project where id = $1', [project]);
  if (!found)
    throw new CommandError(`No project is named ${project}. Make it with: fleetlens project create ${project}`);
  const bar = progressBar(kind, bytes);
  const records = readRecords(
    bar.counting(file === undefined ? process.stdin : createReadStream(file, { highWaterMark: READ })),
    request.format,
  );
  try {
    return await stored(database, request, records, bar.show);
  } catch (error) {
    throw failure(error);
  } finally {
    bar.end();
  }
}

function stored(
  database: Database,
  request: Import,
  records: AsyncIterable<FileRecord[]>,
  progress: (count: number) => void,
): Promise<number> {
  return request.kind === 'documents'
    ? importDocuments(database, request, records, progress)
    : importDevices(database, request, records, progress);
}

function failure(error: unknown): unknown {
  if (error instanceof RecordError)
    return new CommandError(`Line ${error.line}: ${error.message}. Nothing was stored.`);
  if (!(error instanceof DatabaseError)) return error;
  const full = error.sqlState === '53100' || /no space left/i.test(error.message);
  return new CommandError(
    `${full ? 'The disk is full' : `The database failed (${error.message})`}. Nothing was stored.`,
  );
}

function formatOf(format: string | undefined, file: string | undefined): Format {
  const known = FORMATS.find((each) => each === format);
  if (known) return known;
  if (format !== undefined) throw new CommandError(`--format: expected one of ${FORMATS.join(', ')}.`);
  const extension = extname(file ?? '').toLowerCase();
  return extension === '.csv' ? 'csv' : extension === '.json' ? 'json' : 'ndjson';
}

function sizeOf(file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new CommandError(`No file is at ${file}.`);
  return stat.size;
}
