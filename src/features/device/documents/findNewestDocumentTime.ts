import { parseEpochOrIsoTime } from '#lib/group/dateTrunc.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import type { DeviceDocumentsResult } from '#pipeline/run/fetchDeviceDocuments.ts';

/** Finds the time of the newest document in ms, 0 if there is none. Undefined if they are not in order of time. */
export function findNewestDocumentTime({ documents, criteria, isSorted }: DeviceDocumentsResult): number | undefined {
  if (!isSorted) return undefined;
  const [newest] = documents;
  return newest ? parseEpochOrIsoTime(getValueAtPath(newest, criteria.time.split('.'))) : 0;
}
