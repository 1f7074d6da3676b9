import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { DEVICE_FIELD_TYPES, DEVICE_FIELDS } from '#contract/device.ts';
import { parseChoice, parseCommandArguments, parseRecordKind, parseWholeNumber } from '#server/cli/commandLine.ts';
import { parseTarget, TARGET_OPTIONS, TARGET_USAGE } from '#server/cli/databaseTarget.ts';
import { CommandError } from '#server/commandError.ts';
import { DATE_ORDERS } from '#server/importing/columns/dates.ts';
import { CSV_EXAMPLES } from '#server/importing/csvExamples.ts';
import { assertNoWorkbook, getFormatByName } from '#server/importing/input/detectFormat.ts';
import { ENCODINGS, INPUT_FORMATS } from '#server/importing/readRecords.ts';
import type { WriteMode } from '#server/store/transfer/bulkWriters.ts';
import { parseReplaceLimits } from './parseReplaceLimits.ts';

const DEVICE_TEXT_FIELDS = DEVICE_FIELDS.filter((field) => DEVICE_FIELD_TYPES[field] === 'string');
const DEVICE_BOOLEAN_FIELDS = DEVICE_FIELDS.filter((field) => DEVICE_FIELD_TYPES[field] === 'boolean');
const DEVICE_TIME_FIELDS = DEVICE_FIELDS.filter((field) => DEVICE_FIELD_TYPES[field] === 'number');
/** A device that was never paired has no lastPairedAt. */
const REQUIRED_DEVICE_FIELDS = DEVICE_FIELDS.filter((field) => field !== 'lastPairedAt');

export const IMPORT_USAGE = `fleetlens import devices|documents [FILE]: store records from a file, which may be .gz, or from standard input
${TARGET_USAGE}
  --project ID      the project to store them in
  --collection NAME the collection to store documents in
  --replace         have them take the place of all devices of the project, or of the whole collection
  --allow-empty     with --replace: let an input without records remove everything
  --max-removed P   with --replace: refuse to remove more than P percent of what is there (default: 50%)
  --yes             with --replace: remove more than that all the same, for a person at a terminal
  --update          have each take the place of the one with its deviceID or documentID, if there is one
  --commit-every N  store N records at a time, and what has come by then once nothing more does (for endless input)
  --dry-run         store nothing; say which lines are bad, up to 20 of them
  --online-field F  the field of a device that says whether it is online (default: online)
  --format F        ndjson, json (one array) or csv; default: by the name of the file, or else by its content
  --encoding E      of text that is not UTF-8: utf-16le or windows-1252
  --map H=F         the CSV column headed H is field F, or with nothing after = is left out; may be repeated
  --text F          the CSV column of field F is text even where it looks like a number; may be repeated
  --dates ORDER     dates in a CSV file are dmy, mdy or iso; default: as each column shows without doubt
  --default F=V     fill field F with V in every row if the CSV file has no such column: admin=,status=true
  --example         print a sample CSV file, and end

Columns of a CSV file of devices, named in its first row:
  required: ${REQUIRED_DEVICE_FIELDS.join(', ')}
  optional: lastPairedAt (empty: never paired), online (see --online-field), and any other, which becomes a field
  status, paired and online are true or false, or a pair of words such as yes and no; registeredAt and lastPairedAt
  are times such as 2026-01-31T12:00:00Z or 31.01.2026 13:00 (see --dates), or milliseconds since 1970`;

export const IMPORT_OPTIONS = {
  ...TARGET_OPTIONS,
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
  dates: { type: 'string' },
  default: { type: 'string', multiple: true },
  example: { type: 'boolean', default: false },
} as const;

export type ImportRequest = ReturnType<typeof parseImportRequest>;

/** Maximum length of a collection's name, in bytes of UTF-8: it is part of every key. */
const COLLECTION_MAX = 256;

export function getExample(args: string[]): string | undefined {
  const { values, positionals } = parseCommandArguments(args, IMPORT_OPTIONS);
  if (!values.example) return undefined;
  return CSV_EXAMPLES[parseRecordKind(positionals[0], 'Print a sample of what? Name devices or documents.')];
}

export function parseImportRequest(args: string[]) {
  const { values, positionals } = parseCommandArguments(args, IMPORT_OPTIONS);
  const [what, file, ...more] = positionals;
  const kind = parseRecordKind(what, `Import what?\n\n${IMPORT_USAGE}`);
  if (more.length > 0) throw new CommandError(`import takes one file, not also ${more.join(', ')}.`);
  if (!values.project) throw new CommandError('--project: name the project to store them in.');
  if (values.replace && values.update) throw new CommandError('--replace and --update exclude each other.');
  const every = values['commit-every'];
  const commitEvery = every === undefined ? undefined : parseWholeNumber('--commit-every', every, 1, 1_000_000);
  if (commitEvery && (values.replace || values['dry-run'])) {
    throw new CommandError(`--commit-every and ${values.replace ? '--replace' : '--dry-run'} exclude each other.`);
  }
  const path = file === '-' ? undefined : file;
  if (path !== undefined) assertNoWorkbook(path);
  const mode: WriteMode = values.replace ? 'replace' : values.update ? 'update' : 'append';
  return {
    kind,
    target: parseTarget(values),
    project: values.project,
    collection: parseCollection(kind, values.collection),
    onlineField: values['online-field'],
    mode,
    limits: parseReplaceLimits(values),
    commitEvery,
    dryRun: values['dry-run'],
    reading: {
      dates: values.dates === undefined ? undefined : parseChoice('--dates', values.dates, DATE_ORDERS),
      encoding: parseChoice('--encoding', values.encoding, ENCODINGS),
      columns: {
        ...parseColumnOptions(kind, values.map ?? [], values.text ?? [], values['online-field']),
        defaults: parseDefaults(values.default ?? []),
      },
    },
    /** Undefined if the content determines the format. */
    format:
      values.format === undefined ? getFormatByName(path ?? '') : parseChoice('--format', values.format, INPUT_FORMATS),
    file: path,
    bytes: getFileSize(path),
  };
}

function parseCollection(kind: string, name = ''): string {
  if (kind === 'devices') {
    if (name) throw new CommandError('--collection: devices are in none.');
    return '';
  }
  if (!name) throw new CommandError('--collection: name the collection.');
  if (Buffer.byteLength(name) <= COLLECTION_MAX && !name.includes('\0')) return name;
  throw new CommandError(`--collection: longer than ${COLLECTION_MAX} bytes.`);
}

function parseColumnOptions(kind: string, maps: readonly string[], text: readonly string[], online: string) {
  const named = maps.map((map): [string, string] => {
    const at = map.lastIndexOf('=');
    if (at < 0) throw new CommandError(`--map: expected HEADING=FIELD, not ${JSON.stringify(map)}.`);
    return [map.slice(0, at).trim(), map.slice(at + 1).trim()];
  });
  const devices = kind === 'devices';
  return {
    named: new Map(named),
    text: new Set<string>([...text, ...(devices ? DEVICE_TEXT_FIELDS : ['documentID'])]),
    blank: new Set(devices ? DEVICE_TEXT_FIELDS : []),
    booleans: new Set(devices ? [...DEVICE_BOOLEAN_FIELDS, online] : []),
    times: new Set(devices ? DEVICE_TIME_FIELDS : []),
    required: devices ? REQUIRED_DEVICE_FIELDS : [],
  };
}

/** @throws CommandError for text other than FIELD=VALUE, or for a repeated field */
function parseDefaults(texts: readonly string[]): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>();
  // a value may contain commas
  for (const pair of texts.flatMap((text) => text.split(/,(?=[^,=]+=)/))) {
    const [, field = '', value = ''] = /^\s*([^=]*[^=\s])\s*=(.*)$/s.exec(pair) ?? [];
    if (field === '') throw new CommandError(`--default: expected FIELD=VALUE, not ${JSON.stringify(pair)}.`);
    if (defaults.has(field)) throw new CommandError(`--default: ${field} is given twice.`);
    defaults.set(field, value);
  }
  return defaults;
}

/** Size of a file in bytes; undefined for standard input and special files. @throws CommandError if it is not readable */
function getFileSize(file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  let stat: Stats | undefined;
  try {
    stat = statSync(file, { throwIfNoEntry: false });
    if (stat) accessSync(file, constants.R_OK);
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (!stat || stat.isDirectory()) throw new CommandError(`No file is at ${file}.`);
  return stat.isFile() ? stat.size : undefined;
}
