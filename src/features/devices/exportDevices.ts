import { type Connection, hostOf } from '#api/connection.ts';
import { deviceText, type TextOptions } from '#fleet/deviceText.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { download, fileTarget } from '#lib/fileTarget.ts';
import { formatIso } from '#lib/time.ts';
import { writePieces } from '#lib/writePieces.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { DeviceExport } from './useDeviceExport.ts';

export type DeviceWish = {
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
export async function exportDevices(
  work: DeviceExport,
  { view, rows, options, name, manifest }: DeviceWish,
): Promise<void> {
  const signal = work.begin();
  // whoever chose no file wants no export
  const target = await fileTarget(name, TYPES[options.format]).catch(() => undefined);
  if (!target) return;
  // the first piece of CSV and JSON is a head, the last of JSON an end
  const head = options.format === 'ndjson' ? 0 : 1;
  let told = 0;
  try {
    work.become({ kind: 'running', rows: 0, of: rows.count, characters: 0 });
    const characters = await writePieces(deviceText(view, rows, options), target, signal, (pieces, length) => {
      if (performance.now() - told < TOLD_MS) return;
      told = performance.now();
      const done = Math.min(rows.count, Math.max(0, pieces - head));
      work.become({ kind: 'running', rows: done, of: rows.count, characters: length });
    });
    await target.close();
    if (manifest) writeManifest(name, { view, rows, options, manifest });
    work.become({ kind: 'done', rows: rows.count, characters, name });
  } catch (error) {
    await target.abandon().catch(() => undefined);
    work.become(signal.aborted ? { kind: 'idle' } : { kind: 'failed', message: String(error) });
  }
}

/** What the rows are and where they come from: no key, no token. */
function writeManifest(
  name: string,
  {
    view,
    rows,
    options,
    manifest,
  }: Pick<DeviceWish, 'view' | 'rows' | 'options'> & { manifest: NonNullable<DeviceWish['manifest']> },
): void {
  const { connection, state, selected } = manifest;
  const { request, search, facets, ranges, sort } = state;
  const text = JSON.stringify(
    {
      file: name,
      host: hostOf(connection.baseUrl),
      asOf: view.fleet.fetchedAt ? formatIso(view.fleet.fetchedAt) : null,
      exportedAt: formatIso(Date.now()),
      rows: rows.count,
      of: view.fleet.count,
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
