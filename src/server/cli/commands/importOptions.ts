import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { DEVICE_FIELD_NAMES, DEVICE_FIELD_TYPES } from '#contract/device.ts';
import {
  parseChoiceOption,
  parseCommandArguments,
  parseRecordKind,
  parseWholeNumberOption,
} from '#server/cli/commandArguments.ts';
import { DATABASE_TARGET_OPTIONS, DATABASE_TARGET_USAGE, parseDatabaseTarget } from '#server/cli/databaseTarget.ts';
import { CommandError } from '#server/commandError.ts';
import type { ColumnType } from '#server/importing/columns/csvColumn.ts';
import { DATE_ORDERS, DECIMAL_MARKS } from '#server/importing/columns/notations.ts';
import { INPUT_ENCODINGS, type InputFormat } from '#server/importing/readRawRecords.ts';
import type { WriteMode } from '#server/store/transfer/bulkWriters.ts';
import { parseReplaceLimits } from './replaceLimits.ts';

const DEVICE_TEXT_FIELDS = DEVICE_FIELD_NAMES.filter((field) => DEVICE_FIELD_TYPES[field] === 'string');
const DEVICE_BOOLEAN_FIELDS = DEVICE_FIELD_NAMES.filter((field) => DEVICE_FIELD_TYPES[field] === 'boolean');
const DEVICE_TIME_FIELDS = DEVICE_FIELD_NAMES.filter((field) => DEVICE_FIELD_TYPES[field] === 'number');
/** All device fields except lastPairedAt, which devices that were never paired lack. */
const REQUIRED_DEVICE_FIELDS = DEVICE_FIELD_NAMES.filter((field) => field !== 'lastPairedAt');

export const IMPORT_USAGE = `fleetlens import devices|documents [FILE]: store records from a file (plain or .gz) or from standard input
${DATABASE_TARGET_USAGE}
  --project ID      project to import into
  --collection NAME with documents: collection to import into
  --replace         replace all devices of the project, or all documents of the collection
  --allow-empty     with --replace: allow an empty input, which removes all records
  --max-removed P   with --replace: fail if more than P percent of the stored records would be removed (default: 50%)
  --yes             with --replace: remove more than that limit; only works in a terminal
  --update          replace stored records that have the same deviceID or documentID
  --commit-every N  commit after every N records, and whenever the input pauses; for endless input
  --dry-run         store nothing; report invalid lines, at most 20
  --online-field F  device field that contains the connectivity (default: online)
  --format F        csv, or json or ndjson for JSON in any layout (default: detected from the content)
  --encoding E      encoding of the text: utf-8, utf-16le, utf-16be or windows-1252 (default: utf-8)
  --map H=F         import the CSV column H as field F; H= skips the column; may be repeated
  --text F          read the CSV column of field F as text, also if it looks like a number; may be repeated
  --number F        read the CSV column of field F as numbers, and reject other cells; may be repeated
  --decimal MARK    decimal mark of CSV numbers such as 1,234.5: point or comma (default: point, without groups)
  --empty TEXT      read CSV cells with this text, such as NA, as empty; may be repeated
  --dates ORDER     order of dates in CSV: dmy, mdy or iso (default: iso in time fields of devices, other dates are text)
  --default F=V     value V of field F if the CSV file has no such column, for example admin=,status=true
  --example         print a sample CSV file and exit

Columns of a CSV file of devices, named in the first row:
  required: ${REQUIRED_DEVICE_FIELDS.join(', ')}
  optional: lastPairedAt (empty: never paired), online (see --online-field), and any other, which is stored as a field
  status, paired and online contain true or false, or a pair of words such as yes and no; registeredAt and
  lastPairedAt contain times such as 2026-01-31T12:00:00Z, or others (see --dates), or milliseconds since 1970`;

export const IMPORT_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  project: { type: 'string' },
  collection: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'allow-empty': { type: 'boolean', default: false },
  'max-removed': { type: 'string' },
  yes: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  'commit-every': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'online-field': { type: 'string', default: 'online' },
  format: { type: 'string' },
  encoding: { type: 'string', default: 'utf-8' },
  map: { type: 'string', multiple: true },
  text: { type: 'string', multiple: true },
  number: { type: 'string', multiple: true },
  decimal: { type: 'string' },
  empty: { type: 'string', multiple: true },
  dates: { type: 'string' },
  default: { type: 'string', multiple: true },
  example: { type: 'boolean', default: false },
} as const;

const SAMPLE_CSV_FILES = {
  devices: [
    [...DEVICE_FIELD_NAMES, 'online'].join(','),
    'DRONE-1,DRONE-A,Survey drone,true,ann@example.com,2025-12-31T13:00:00Z,2026-01-15T08:30:00Z,true,true',
    'DRONE-2,DRONE-A,Spare drone,false,,2026-01-02,,false,false',
  ].join('\n'),
  documents: [
    'documentID,deviceID,timestamp,temperature,site.hall,note',
    'reading-1,DRONE-1,1768465800000,21.5,3,"after the repair, first flight"',
    'reading-2,DRONE-1,1768465860000,21.75,3,',
  ].join('\n'),
} as const;

export type ImportRequest = ReturnType<typeof parseImportRequest>;

/** Maximum length of a collection name, in bytes of UTF-8. The name is part of every database key. */
const COLLECTION_MAX = 256;

export function getRequestedSampleCsv(args: string[]): string | undefined {
  const { values, positionals } = parseCommandArguments(args, IMPORT_OPTIONS, 2);
  if (!values.example) return undefined;
  return SAMPLE_CSV_FILES[parseRecordKind(positionals[0], '--example: specify devices or documents.')];
}

export function parseImportRequest(args: string[]) {
  const { values, positionals } = parseCommandArguments(args, IMPORT_OPTIONS, 2);
  const [what, file] = positionals;
  const kind = parseRecordKind(what, `Specify devices or documents.\n\n${IMPORT_USAGE}`);
  if (!values.project) throw new CommandError('--project is required.');
  if (values.replace && values.update) throw new CommandError(`--replace and --update cannot be combined.`);
  const every = values['commit-every'];
  const commitEvery = every === undefined ? undefined : parseWholeNumberOption('--commit-every', every, 1, 1_000_000);
  if (commitEvery && (values.replace || values['dry-run'])) {
    throw new CommandError(`--commit-every and ${values.replace ? '--replace' : '--dry-run'} cannot be combined.`);
  }
  const path = file === '-' ? undefined : file;
  const mode: WriteMode = values.replace ? 'replace' : values.update ? 'update' : 'append';
  return {
    kind,
    target: parseDatabaseTarget(values),
    project: values.project,
    collection: parseCollection(kind, values.collection),
    onlineField: values['online-field'],
    mode,
    limits: parseReplaceLimits(values),
    commitEvery,
    dryRun: values['dry-run'],
    reading: {
      dates: values.dates === undefined ? undefined : parseChoiceOption('--dates', values.dates, DATE_ORDERS),
      decimal: values.decimal === undefined ? undefined : parseChoiceOption('--decimal', values.decimal, DECIMAL_MARKS),
      empty: new Set(values.empty),
      encoding: parseChoiceOption('--encoding', values.encoding, INPUT_ENCODINGS),
      columns: {
        ...parseColumnOptions(kind, values.map ?? []),
        types: getColumnTypes(kind, values),
        defaults: parseDefaults(values.default ?? []),
      },
    },
    format: parseFormat(values.format),
    file: path,
    bytes: getFileSize(path),
  };
}

function parseFormat(format: string | undefined): InputFormat | undefined {
  if (format === undefined) return undefined;
  return parseChoiceOption('--format', format, ['ndjson', 'json', 'csv']) === 'csv' ? 'csv' : 'json';
}

function parseCollection(kind: string, name = ''): string {
  if (kind === 'devices') {
    if (name) throw new CommandError('--collection: devices do not belong to a collection.');
    return '';
  }
  if (!name) throw new CommandError('--collection is required.');
  if (Buffer.byteLength(name) <= COLLECTION_MAX) return name;
  throw new CommandError(`--collection: the name is longer than ${COLLECTION_MAX} bytes.`);
}

function parseColumnOptions(kind: string, maps: readonly string[]) {
  const named = maps.map((map): [string, string] => {
    const at = map.lastIndexOf('=');
    if (at < 0) throw new CommandError(`--map: expected HEADING=FIELD, not ${JSON.stringify(map)}.`);
    return [map.slice(0, at).trim(), map.slice(at + 1).trim()];
  });
  return { named: new Map(named), required: kind === 'devices' ? REQUIRED_DEVICE_FIELDS : [] };
}

function getColumnTypes(kind: string, options: { text?: string[]; number?: string[]; 'online-field': string }) {
  const types = new Map<string, ColumnType>();
  const set = (fields: readonly string[], type: ColumnType) => {
    for (const field of fields) types.set(field, type);
  };
  set(options.number ?? [], 'number');
  set(options.text ?? [], 'text');
  if (kind === 'documents') return types.set('documentID', 'text');
  set(DEVICE_TEXT_FIELDS, 'blank');
  set([...DEVICE_BOOLEAN_FIELDS, options['online-field']], 'boolean');
  set(DEVICE_TIME_FIELDS, 'time');
  return types;
}

/**
 * Parses FIELD=VALUE pairs.
 * @throws CommandError for other text or a repeated field
 */
function parseDefaults(texts: readonly string[]): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>();
  // a value may contain commas
  for (const pair of texts.flatMap((text) => text.split(/,(?=[^,=]+=)/))) {
    const [, field = '', value = ''] = /^\s*([^=]*[^=\s])\s*=(.*)$/s.exec(pair) ?? [];
    if (field === '') throw new CommandError(`--default: expected FIELD=VALUE, not ${JSON.stringify(pair)}.`);
    if (defaults.has(field)) throw new CommandError(`--default: field ${field} has two values.`);
    defaults.set(field, value);
  }
  return defaults;
}

/**
 * Returns the size of a file in bytes. Undefined for standard input and special files.
 * @throws CommandError if the file is not readable
 */
function getFileSize(file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  let stat: Stats | undefined;
  try {
    stat = statSync(file, { throwIfNoEntry: false });
    if (stat) accessSync(file, constants.R_OK);
  } catch (error) {
    throw new CommandError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code ?? ''}).`);
  }
  if (!stat || stat.isDirectory())
    throw new CommandError(stat ? `${file} is a directory.` : `File ${file} does not exist.`);
  return stat.isFile() ? stat.size : undefined;
}
