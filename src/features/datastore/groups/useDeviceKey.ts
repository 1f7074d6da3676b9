import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { findDeviceIdKey, type ResultGroupKey } from '#pipeline/documents/resultGrouping.ts';
import type { GroupedResult } from './useResultGroups.ts';

/** Key of the groups that holds the IDs of devices, by the remembered field of the collection or by its name. */
export function useDeviceKey(result: GroupedResult | undefined): ResultGroupKey | undefined {
  const source = useDocumentSource();
  if (!result) return undefined;
  return findDeviceIdKey(result.groups, source?.collection === result.query.collection ? source.field : undefined);
}
