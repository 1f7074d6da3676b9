import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Connection, getHost } from '#api/connection.ts';
import { isFieldFromDocuments } from '#contract/device.ts';
import { type DeviceExportOptions, formatDevices, getExportClosingText } from '#fleet/formatDevices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { formatDeviceCount } from '#fleet/shown/loadState.ts';
import { getNeededJoinedFields } from '#fleet/shown/neededJoinedFields.ts';
import { downloadBlob, type FileWriter, openFileWriter } from '#lib/fileWriter.ts';
import { formatBytes, formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { type FileTaskResult, runFileTask } from '#lib/tasks/runFileTask.ts';
import { formatIsoTime } from '#lib/time/time.ts';
import { writeTextInSlices } from '#lib/writeTextInSlices.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createTaskTrayStore } from '#session/taskTray.ts';
import type { DevicesState } from '#urls/devices.ts';
import {
  type ExportRows,
  type ExportRowsSource,
  formatJoinedFieldNames,
  resolveExportRows,
} from './resolveExportRows.ts';

type DeviceExport = {
  source: ExportRowsSource;
  options: DeviceExportOptions;
  name: string;
  manifest: { connection: Connection; state: DevicesState; selected: boolean } | undefined;
};

const MIME_TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

export function startDeviceExport(services: ServiceContainer, deviceExport: DeviceExport): void {
  const { source, options, name, manifest } = deviceExport;
  const list = describeList(source.view.fleet);
  services.get(createTaskTrayStore).start<RowsProgress, FileTaskResult<RowsReport>>({
    title: name,
    run: async (task) => {
      const open = () => openFileWriter(name, MIME_TYPES[options.format]);
      const written = await runFileTask(task, { open, write: (opened) => writeRows(services, deviceExport, opened) });
      if (written && manifest) writeManifest({ ...deviceExport, name: written.name }, { ...manifest, list }, written);
      return written;
    },
    describeProgress: (progress) => ({
      text: formatBytes(progress.bytes),
      share: progress.total === 0 ? 1 : progress.rows / progress.total,
    }),
    createReport: ({ name: title, rows: count, total, bytes, complete, missingJoins }) => ({
      title,
      text: `Exported ${formatCountWithNoun(count, 'row')}, ${formatBytes(bytes)}${complete ? '' : `, of ${formatCount(total)}`}.${describeMissingJoins(missingJoins)}`,
      hasWarnings: !complete || missingJoins.length > 0,
    }),
    describeError: ({ message }) => `Could not write the file: ${message}`,
    pausable: true,
    finishesAfterCancel: true,
  });
}

type RowsProgress = { rows: number; total: number; bytes: number };

type RowsReport = RowsProgress & { sha256: string; missingJoins: readonly string[] };

type ExportTaskContext = TaskContext<RowsProgress> & { write: FileWriter['write'] };

/** Writes the rows. After a cancellation, returns the partial result if the user keeps it, otherwise undefined. */
async function writeRows(
  services: ServiceContainer,
  deviceExport: DeviceExport,
  task: ExportTaskContext,
): Promise<(RowsReport & { complete: boolean }) | undefined> {
  const { options } = deviceExport;
  const found = await resolveExportRows(services, deviceExport.source, task);
  const { rows, missingJoins } = found;
  const file = new HashingWriter(async (text) => {
    await task.waitWhilePaused();
    return task.write(text);
  });
  const { complete, rows: count } = await writeAllRows({ ...found, options }, file, task);
  if (!complete) {
    const words = formatCountWithNoun(count, 'row');
    const size = formatBytes(file.bytes);
    const question = {
      text: `Canceled after ${words} of ${formatCount(rows.count)}, ${size}.`,
      keepLabel: `Keep ${words}`,
    };
    if (count === 0 || !(await task.confirmKeep(question))) return undefined;
    await file.write(getExportClosingText(options.format));
  }
  return { rows: count, total: rows.count, missingJoins, ...file.finish(), complete };
}

async function writeAllRows(
  { view, rows, options }: Pick<ExportRows, 'view' | 'rows'> & Pick<DeviceExport, 'options'>,
  file: HashingWriter,
  { signal, reportProgress }: ExportTaskContext,
): Promise<{ rows: number; complete: boolean }> {
  // the first chunk of CSV and JSON is a header, the last one a footer
  const head = options.format === 'ndjson' ? 0 : 1;
  let written = 0;
  let reportedBytes = 0;
  try {
    await writeTextInSlices(formatDevices(view, rows, options), file, signal, (pieces) => {
      written = Math.min(rows.count, Math.max(0, pieces - head));
      if (file.bytes === reportedBytes) return;
      reportedBytes = file.bytes;
      reportProgress({ rows: written, total: rows.count, bytes: file.bytes });
    });
    return { rows: written, complete: true };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { rows: written, complete: false };
  }
}

class HashingWriter {
  bytes = 0;
  private readonly hash = sha256.create();
  private readonly encoder = new TextEncoder();
  private readonly next: (text: string) => Promise<void>;

  constructor(pass: (text: string) => Promise<void>) {
    this.next = pass;
  }

  write(text: string): Promise<void> {
    const bytes = this.encoder.encode(text);
    this.bytes += bytes.length;
    this.hash.update(bytes);
    return this.next(text);
  }

  finish(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: bytesToHex(this.hash.digest()) };
  }
}

const CSV_NOTES = [
  'An empty cell means missing; "" or ="" means empty text.',
  'An apostrophe precedes text that looks like another value or that a spreadsheet would run as a formula.',
];

function describeMissingJoins(fields: readonly string[]): string {
  return fields.length === 0 ? '' : ` Exported without ${formatJoinedFieldNames(fields)}, which was not loaded.`;
}

function describeList(fleet: Fleet) {
  const { count, fetchedAt, state } = fleet;
  return {
    asOf: fetchedAt ? formatIsoTime(fetchedAt) : null,
    of: count,
    ...(state !== 'complete' && { incomplete: formatDeviceCount(fleet) }),
  };
}

function writeManifest(
  { source: { lastSeen }, options, name }: DeviceExport,
  {
    connection,
    state,
    selected,
    list,
  }: NonNullable<DeviceExport['manifest']> & { list: ReturnType<typeof describeList> },
  { rows: count, total, bytes, sha256: hash, complete, missingJoins }: FileTaskResult<RowsReport>,
): void {
  const { request, search, facets, ranges, sort } = state;
  const columns = options.columns.map(({ field }) => field);
  const used = getNeededJoinedFields({ ...state, exported: columns, facet: undefined, shown: [], compared: [] });
  const text = JSON.stringify(
    {
      file: name,
      host: getHost(connection.baseUrl),
      exportedAt: formatIsoTime(Date.now()),
      rows: count,
      bytes,
      sha256: hash,
      ...list,
      ...(!complete && { cancelled: `the first ${count} of ${total} rows` }),
      ...(missingJoins.length > 0 && { notKnown: missingJoins }),
      only: selected ? 'selected rows' : 'rows that match the filters',
      request,
      filters: { search, is: facets, ranges },
      sort,
      ...(lastSeen && used.some(isFieldFromDocuments) && { lastSeenFrom: lastSeen.source }),
      columns,
      format: options.format,
      times: options.times,
      notes: [
        'A time of 0 means never.',
        ...(options.format === 'csv' ? CSV_NOTES : []),
        ...(options.format === 'csv' && options.excel ? ['An apostrophe precedes IDs that look like numbers.'] : []),
      ],
    },
    undefined,
    2,
  );
  downloadBlob(`${name}.manifest.json`, new Blob([text], { type: 'application/json' }));
}
