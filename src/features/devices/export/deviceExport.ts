import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Connection, hostOf } from '#api/connection.ts';
import { deviceText, endOfText, type TextOptions } from '#fleet/deviceText.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { download, type FileTarget, fileTarget } from '#lib/fileTarget.ts';
import { formatIso } from '#lib/time/time.ts';
import { writePieces } from '#lib/writePieces.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { DeviceExport, Written } from './useDeviceExport.ts';

type DeviceWish = {
  view: FleetView;
  rows: FleetView['rows'];
  options: TextOptions;
  name: string;
  /** What the list was asked for and filtered with, for the file beside it; none is written without it. */
  manifest: { connection: Connection; state: DevicesState; selected: boolean } | undefined;
};

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

/** What is said of an export that is at work is renewed this often, in ms. */
const TOLD_MS = 100;

/** Writes rows to a file that is chosen now, and what they are to one beside it. */
export async function exportDevices(work: DeviceExport, wish: DeviceWish): Promise<void> {
  const { rows, options, name } = wish;
  const signal = work.begin();
  // whoever chose no file wants no export
  const target = await fileTarget(name, TYPES[options.format]).catch(() => undefined);
  if (!target) return;
  const file = new HashedFile(target);
  const written: Written = { rows: 0, of: rows.count, bytes: 0 };
  try {
    const whole = await writeRows(work, wish, { file, signal, written });
    if (!whole && !(await work.isKept(signal, written))) {
      await target.abandon();
      work.become(signal, { kind: 'idle' });
      return;
    }
    if (!whole) await file.write(endOfText(options.format));
    const final = await target.close(whole);
    if (wish.manifest)
      writeManifest({ ...wish, name: final }, wish.manifest, { rows: written.rows, whole, ...file.done() });
    work.become(signal, { kind: 'done', name: final, ...written, bytes: file.bytes });
  } catch (error) {
    await target.abandon().catch(() => undefined);
    work.become(signal, { kind: 'failed', message: String(error) });
  }
}

type Writing = { file: HashedFile; signal: AbortSignal; written: Written };

/** Writes row after row and says so; gives whether it came to the last one. */
async function writeRows(work: DeviceExport, wish: DeviceWish, { file, signal, written }: Writing): Promise<boolean> {
  const { view, rows, options } = wish;
  // the first piece of CSV and JSON is a head, the last one an end
  const head = options.format === 'ndjson' ? 0 : 1;
  let told = 0;
  work.become(signal, { kind: 'running', ...written });
  try {
    await writePieces(deviceText(view, rows, options), file, signal, (pieces) => {
      written.rows = Math.min(rows.count, Math.max(0, pieces - head));
      written.bytes = file.bytes;
      if (performance.now() - told < TOLD_MS) return;
      told = performance.now();
      work.become(signal, { kind: 'running', ...written });
    });
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    written.bytes = file.bytes;
    return false;
  }
}

/** A file whose bytes are counted and hashed on their way. */
class HashedFile {
  bytes = 0;
  private readonly hash = sha256.create();
  private readonly encoder = new TextEncoder();
  private readonly target: FileTarget;

  constructor(target: FileTarget) {
    this.target = target;
  }

  write(text: string): Promise<void> {
    const bytes = this.encoder.encode(text);
    this.bytes += bytes.length;
    this.hash.update(bytes);
    return this.target.write(text);
  }

  done(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: bytesToHex(this.hash.digest()) };
  }
}

/** What came into a file; a cancelled export is not the whole. */
type Content = { rows: number; whole: boolean; bytes: number; sha256: string };

/** What the rows are and where they come from: no key, no token. */
function writeManifest(
  { view, rows, options, name }: DeviceWish,
  { connection, state, selected }: NonNullable<DeviceWish['manifest']>,
  { whole, ...content }: Content,
): void {
  const { request, search, facets, ranges, sort } = state;
  const text = JSON.stringify(
    {
      file: name,
      host: hostOf(connection.baseUrl),
      asOf: view.fleet.fetchedAt ? formatIso(view.fleet.fetchedAt) : null,
      exportedAt: formatIso(Date.now()),
      ...content,
      of: view.fleet.count,
      ...(!whole && { cancelled: `the first ${content.rows} of ${rows.count} rows` }),
      only: selected ? 'selected rows' : 'rows that pass the filters',
      request,
      filters: { search, is: facets, ranges },
      sort,
      columns: options.columns.map(({ field }) => field),
      format: options.format,
      times: options.times,
      notes: [
        'A time of 0 is never.',
        ...(options.format === 'csv'
          ? [
              'An empty cell is missing or null, "" an empty text.',
              'An apostrophe leads what a spreadsheet would run as a formula.',
            ]
          : []),
        ...(options.format === 'csv' && options.excel ? ['An apostrophe leads IDs that look like numbers.'] : []),
      ],
    },
    undefined,
    2,
  );
  download(`${name}.manifest.json`, new Blob([text], { type: 'application/json' }));
}
