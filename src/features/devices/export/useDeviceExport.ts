import { useEffect, useState, useSyncExternalStore } from 'react';
import { ExportRun } from '#lib/exportRun.ts';

/** What is in a file so far. */
export type Written = { rows: number; of: number; bytes: number };

/** An export of the rows there were when it began. */
export type DeviceExport = ExportRun<Written, Written & { sha256: string }>;

/** A page's export; leaving the page stops it, and leaves no file. */
export function useDeviceExport(): DeviceExport {
  const [work] = useState((): DeviceExport => new ExportRun());
  useEffect(() => work.leave, [work]);
  return work;
}

export function useExportState(work: DeviceExport): DeviceExport['state'] {
  return useSyncExternalStore(work.subscribe, () => work.state);
}
