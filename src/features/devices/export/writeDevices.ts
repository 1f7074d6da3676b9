import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Connection, hostOf } from '#api/connection.ts';
import { deviceText, endOfText, type TextOptions } from '#fleet/deviceText.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { devicesInWords } from '#fleet/shown/arrival.ts';
import { createFileWriter, downloadFile, type FileWriter } from '#lib/fileWriter.ts';
import { formatBytes, formatCount, pluralize } from '#lib/formatNumber.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { runFileTask, type WrittenFile } from '#lib/tasks/fileTask.ts';
import { formatIso } from '#lib/time/time.ts';
import { writeChunks } from '#lib/writeChunks.ts';
import type { DevicesState } from '#paths/devices.ts';
import { beginWork } from '#session/workTray.ts';
import { type FoundRows, findRows, nameJoins, type RowsSource } from './findRows.ts';

type DeviceWish = {
  source: RowsSource;
  options: TextOptions;
  name: string;
  /** Data of the manifest file; undefined writes no manifest. */
  manifest: { connection: Connection; state: DevicesState; selected: boolean } | undefined;
};

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

/** Starts a background task that writes rows to a file and its manifest beside it; independent of the displayed page. */
export function exportDevices(wish: DeviceWish): void {
  const { source, options, name, manifest } = wish;
  const list = listNow(source.view.fleet);
  beginWork<Progress, WrittenFile<Report>>({
    title: name,
    run: async (hands) => {
      const open = () => createFileWriter(name, TYPES[options.format]);
      const written = await runFileTask(hands, { open, write: (opened) => writeRows(wish, opened) });
      if (written && manifest) writeManifest({ ...wish, name: written.name }, { ...manifest, list }, written);
      return written;
    },
    describeProgress: (progress) => ({
      text: formatBytes(progress.bytes),
      share: progress.of === 0 ? 1 : progress.rows / progress.of,
    }),
    createReport: ({ name: title, rows: count, of, bytes, complete, notKnown }) => ({
      title,
      text: `Exported ${pluralize(count, 'row')}, ${formatBytes(bytes)}${complete ? '' : `, of ${formatCount(of)}`}.${sayUnknown(notKnown)}`,
      hasWarnings: !complete || notKnown.length > 0,
    }),
    describeError: ({ message }) => `The file could not be written: ${message}`,
    pausable: true,
    finishesAfterCancel: true,
  });
}

/** `of`: total number of rows to write. */
type Progress = { rows: number; of: number; bytes: number };

/** `notKnown`: joined fields that are missing in the file. */
type Report = Progress & { sha256: string; notKnown: readonly string[] };

type Writing = TaskContext<Progress> & { write: FileWriter['write'] };

/** Writes the rows. After a cancel, returns the partial result if the user keeps it, else undefined. */
async function writeRows(wish: DeviceWish, hands: Writing): Promise<(Report & { complete: boolean }) | undefined> {
  const { options } = wish;
  const found = await findRows(wish.source, hands);
  const { rows, notKnown } = found;
  const file = new HashedFile(async (text) => {
    await hands.waitWhilePaused();
    return hands.write(text);
  });
  const { complete, rows: count } = await writeEach({ ...found, options }, file, hands);
  if (!complete) {
    const words = pluralize(count, 'row');
    const size = formatBytes(file.bytes);
    const question = {
      text: `Cancelled after ${words} of ${formatCount(rows.count)}, ${size}.`,
      keepLabel: `Keep ${words}`,
    };
    if (count === 0 || !(await hands.confirmKeep(question))) return undefined;
    await file.write(endOfText(options.format));
  }
  return { rows: count, of: rows.count, notKnown, ...file.done(), complete };
}

/** Writes the rows in chunks and reports progress. Returns the number written and whether all were. */
async function writeEach(
  { view, rows, options }: Pick<FoundRows, 'view' | 'rows'> & Pick<DeviceWish, 'options'>,
  file: HashedFile,
  { signal, reportProgress: tell }: Writing,
): Promise<{ rows: number; complete: boolean }> {
  // the first chunk of CSV and JSON is a header, the last one a footer
  const head = options.format === 'ndjson' ? 0 : 1;
  let written = 0;
  let told = 0;
  try {
    await writeChunks(deviceText(view, rows, options), file, signal, (pieces) => {
      written = Math.min(rows.count, Math.max(0, pieces - head));
      if (file.bytes === told) return;
      told = file.bytes;
      tell({ rows: written, of: rows.count, bytes: file.bytes });
    });
    return { rows: written, complete: true };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { rows: written, complete: false };
  }
}

class HashedFile {
  bytes = 0;
  private readonly hash = sha256.create();
  private readonly encoder = new TextEncoder();
  private readonly pass: (text: string) => Promise<void>;

  constructor(pass: (text: string) => Promise<void>) {
    this.pass = pass;
  }

  write(text: string): Promise<void> {
    const bytes = this.encoder.encode(text);
    this.bytes += bytes.length;
    this.hash.update(bytes);
    return this.pass(text);
  }

  done(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: bytesToHex(this.hash.digest()) };
  }
}

const CSV_NOTES = [
  'An empty cell is missing or null, "" an empty text.',
  'An apostrophe leads what a spreadsheet would run as a formula.',
];

function sayUnknown(fields: readonly string[]): string {
  return fields.length === 0 ? '' : ` Written without ${nameJoins(fields)}, which was not known.`;
}

/** Describes the list at the start of the export: a list that is still loading grows meanwhile. */
function listNow(fleet: Fleet) {
  const { count, fetchedAt, state } = fleet;
  return {
    asOf: fetchedAt ? formatIso(fetchedAt) : null,
    of: count,
    ...(state !== 'complete' && { incomplete: devicesInWords(fleet) }),
  };
}

/** Writes the manifest: origin, filters and checksum of the rows; never a key or a token. */
function writeManifest(
  { options, name }: DeviceWish,
  { connection, state, selected, list }: NonNullable<DeviceWish['manifest']> & { list: ReturnType<typeof listNow> },
  { rows: count, of, bytes, sha256: hash, complete, notKnown }: WrittenFile<Report>,
): void {
  const { request, search, facets, ranges, sort } = state;
  const text = JSON.stringify(
    {
      file: name,
      host: hostOf(connection.baseUrl),
      exportedAt: formatIso(Date.now()),
      rows: count,
      bytes,
      sha256: hash,
      ...list,
      ...(!complete && { cancelled: `the first ${count} of ${of} rows` }),
      ...(notKnown.length > 0 && { notKnown }),
      only: selected ? 'selected rows' : 'rows that pass the filters',
      request,
      filters: { search, is: facets, ranges },
      sort,
      columns: options.columns.map(({ field }) => field),
      format: options.format,
      times: options.times,
      notes: [
        'A time of 0 is never.',
        ...(options.format === 'csv' ? CSV_NOTES : []),
        ...(options.format === 'csv' && options.excel ? ['An apostrophe leads IDs that look like numbers.'] : []),
      ],
    },
    undefined,
    2,
  );
  downloadFile(`${name}.manifest.json`, new Blob([text], { type: 'application/json' }));
}
