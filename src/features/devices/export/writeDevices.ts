import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Connection, hostOf } from '#api/connection.ts';
import type { DeviceExport, Written } from '#features/devices/DevicesPlace.tsx';
import { deviceText, endOfText, type TextOptions } from '#fleet/deviceText.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import type { ExportWork } from '#lib/exportRun.ts';
import { download, fileTarget } from '#lib/fileTarget.ts';
import { formatIso } from '#lib/time/time.ts';
import { writePieces } from '#lib/writePieces.ts';
import type { DevicesState } from '#paths/devices.ts';

type DeviceWish = {
  view: ViewSnapshot;
  rows: ViewSnapshot['rows'];
  options: TextOptions;
  name: string;
  /** What the list was asked for and filtered with, for the file beside it; none is written without it. */
  manifest: { connection: Connection; state: DevicesState; selected: boolean } | undefined;
};

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

/** What is said of an export that is at work is renewed this often, in ms. */
const TOLD_MS = 100;

/** Writes rows to a file that is chosen now, and what they are to one beside it. */
export async function writeDevices(run: DeviceExport, wish: DeviceWish): Promise<void> {
  const { rows, options, name, manifest } = wish;
  const report = await run.start({
    open: () => fileTarget(name, TYPES[options.format]),
    begin: { rows: 0, of: rows.count, bytes: 0 },
    write: async (work) => {
      const file = new HashedFile(work.write);
      const { complete, ...written } = await writeRows(wish, file, work);
      if (!complete) {
        if (written.rows === 0 || !(await work.isKept(written))) return undefined;
        await file.write(endOfText(options.format));
      }
      return { ...written, ...file.done(), complete };
    },
  });
  if (report && manifest) writeManifest({ ...wish, name: report.name }, manifest, report);
}

/** Writes row after row and says so; gives whether it came to the last one. */
async function writeRows(
  { view, rows, options }: DeviceWish,
  file: HashedFile,
  { signal, tell }: ExportWork<Written>,
): Promise<Written & { complete: boolean }> {
  // the first piece of CSV and JSON is a head, the last one an end
  const head = options.format === 'ndjson' ? 0 : 1;
  const written: Written = { rows: 0, of: rows.count, bytes: 0 };
  let told = 0;
  try {
    await writePieces(deviceText(view, rows, options), file, signal, (pieces) => {
      written.rows = Math.min(rows.count, Math.max(0, pieces - head));
      written.bytes = file.bytes;
      if (performance.now() - told < TOLD_MS) return;
      told = performance.now();
      tell(written);
    });
    return { ...written, complete: true };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...written, bytes: file.bytes, complete: false };
  }
}

/** A file whose bytes are counted and hashed on their way. */
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

/** What the rows are and where they come from: no key, no token. */
function writeManifest(
  { view, rows, options, name }: DeviceWish,
  { connection, state, selected }: NonNullable<DeviceWish['manifest']>,
  { rows: count, bytes, sha256: hash, complete }: Written & { sha256: string; complete: boolean },
): void {
  const { request, search, facets, ranges, sort } = state;
  const text = JSON.stringify(
    {
      file: name,
      host: hostOf(connection.baseUrl),
      asOf: view.fleet.fetchedAt ? formatIso(view.fleet.fetchedAt) : null,
      exportedAt: formatIso(Date.now()),
      rows: count,
      bytes,
      sha256: hash,
      of: view.fleet.count,
      ...(!complete && { cancelled: `the first ${count} of ${rows.count} rows` }),
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
  download(`${name}.manifest.json`, new Blob([text], { type: 'application/json' }));
}
