import { pipeline } from 'node:stream/promises';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { parseJsonMembers } from '#lib/json/parseJson.ts';
import { parseCommandArguments, parseRecordKind, RECORD_NOUNS, type RecordKind } from '#server/cli/commandArguments.ts';
import {
  assertProjectExists,
  countDocuments,
  DATABASE_TARGET_OPTIONS,
  DATABASE_TARGET_USAGE,
  parseDatabaseTarget,
  withDatabase,
} from '#server/cli/databaseTarget.ts';
import { createProgressBar } from '#server/cli/progressBar.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database, DatabaseSession } from '#server/store/database.ts';
import { DOCUMENT_JSON_SQL } from '#server/store/sql/documentSource.ts';
import { readTableChunks } from '#server/store/sql/readTableChunks.ts';
import { readSchemaVersion } from '#server/store/sql/schema.ts';
import { writeFileAtomically } from './files.ts';

export const EXPORT_USAGE = `fleetlens export devices|documents [FILE]: write records as NDJSON, to a file or to standard output
${DATABASE_TARGET_USAGE}
  --project ID      project to export from
  --collection NAME with documents: collection to export
  --online-field F  add the connectivity of each device as field F, which import --online-field F reads`;

export const EXPORT_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  project: { type: 'string' },
  collection: { type: 'string' },
  'online-field': { type: 'string' },
} as const;

type ExportRequest = {
  kind: RecordKind;
  project: string;
  collection: string;
  onlineField: string | undefined;
  file: string | undefined;
};

export async function runExportCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandArguments(args, EXPORT_OPTIONS, 2);
  const [what, file] = positionals;
  const kind = parseRecordKind(what, `Specify devices or documents.\n\n${EXPORT_USAGE}`);
  if (!values.project) throw new CommandError('--project is required.');
  if (kind === 'documents' && !values.collection) throw new CommandError('--collection is required.');
  const { project, collection = '', 'online-field': onlineField } = values;
  const request = { kind, project, collection, onlineField, file: file === '-' ? undefined : file };
  await withDatabase(parseDatabaseTarget(values), (database) => exportRecords(database, request), { reading: true });
}

async function exportRecords(database: Database, request: ExportRequest): Promise<void> {
  const snapshot = await database.openSnapshot();
  try {
    await readSchemaVersion(snapshot);
    const total = await countRecords(snapshot, request);
    const { file, kind } = request;
    const connectivity = new OnlineFieldWriter(request.onlineField);
    const lines =
      kind === 'devices' ? readDeviceLines(snapshot, request, connectivity) : readDocumentLines(snapshot, request);
    const bar = createProgressBar(kind, { records: total });
    const text = joinLines(lines, bar.show);
    try {
      if (file === undefined) await pipeline(text, process.stdout, { end: false });
      else await writeFileAtomically(file, text, 0o666);
    } finally {
      bar.end();
    }
    console.error(
      `Exported ${formatCountWithNoun(total, RECORD_NOUNS[kind])}${file === undefined ? '' : ` to ${file}`}.`,
    );
    if (connectivity.ambiguousCount > 0) console.error(connectivity.describeAmbiguous());
  } finally {
    await snapshot.release();
  }
}

/**
 * Counts the records to export.
 * @throws CommandError if the project or collection does not exist
 */
async function countRecords(session: DatabaseSession, { kind, project, collection }: ExportRequest): Promise<number> {
  if (kind === 'documents') return countDocuments(session, project, collection);
  await assertProjectExists(session, project);
  const [[devices] = []] = await session.query('select count(*) from device where project = $1', [project]);
  return Number(devices);
}

async function* readDeviceLines(session: DatabaseSession, { project }: ExportRequest, connectivity: OnlineFieldWriter) {
  const walk = {
    columns: {
      registered_at: 'registered_at',
      device_id: 'device_id',
      online: 'online',
      // keeps each record on one line; line breaks only occur between values
      record: `translate(record, E'\\r\\n', '  ')`,
    },
    large: 'record',
    from: 'device where project = $1',
    values: [project],
    key: [
      { name: 'registered_at', type: 'bigint' },
      { name: 'device_id', type: 'text' },
    ],
  } as const;
  for await (const rows of readTableChunks(session, walk)) {
    yield rows.map(([, , online, record]) => connectivity.formatLine(record ?? '', online === 't'));
  }
}

async function* readDocumentLines(session: DatabaseSession, { project, collection }: ExportRequest) {
  const walk = {
    columns: { seq: 'seq', line: DOCUMENT_JSON_SQL },
    large: 'line',
    from: 'document where project = $1 and collection = $2',
    values: [project, collection],
    key: [{ name: 'seq', type: 'bigint' }],
  } as const;
  for await (const rows of readTableChunks(session, walk)) yield rows.map(([, line]) => line ?? '');
}

class OnlineFieldWriter {
  /** Number of devices whose connectivity an import would interpret differently. */
  ambiguousCount = 0;
  private readonly field: string | undefined;

  constructor(field: string | undefined) {
    this.field = field;
  }

  formatLine(record: string, online: boolean): string {
    const { field = 'online' } = this;
    // most records lack the field and need no parsing
    const said = record.includes(JSON.stringify(field))
      ? parseJsonMembers(record).find(({ name }) => name === field)
      : undefined;
    if ((said?.value === true) === online && (said || this.field === undefined)) return record;
    if (this.field === undefined) {
      this.ambiguousCount++;
      return record;
    }
    if (said)
      throw new CommandError(
        `--online-field: ${field} already has a different value in ${record}. Choose another field.`,
      );
    return `${record.slice(0, record.lastIndexOf('}'))},${JSON.stringify(field)}:${online}}`;
  }

  describeAmbiguous(): string {
    return `The exported records do not contain the connectivity of ${formatCountWithNoun(this.ambiguousCount, 'device')}. To export it as field F, add --online-field F.`;
  }
}

async function* joinLines(lines: AsyncIterable<string[]>, progress: (count: number) => void): AsyncGenerator<string> {
  let count = 0;
  for await (const some of lines) {
    yield `${some.join('\n')}\n`;
    count += some.length;
    progress(count);
  }
}
