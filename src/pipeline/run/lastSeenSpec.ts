import type { DocumentSource } from '#contract/hostConfig.ts';

export type LastSeenSpec = {
  source: DocumentSource;
  firstPage: number;
  pageSize: number | undefined;
  /** True if the service groups documents and compares their times. */
  canGroup: boolean;
};

/** Documents per page where the service lists `pageSize`, which is also the maximum. */
const PAGE_SIZE = 1000;

type ServiceFeatures = { firstPage: number; extensions: readonly string[] };

/** Describes how to find the newest document of each device. Undefined if the collection or a field is unknown. */
export function createLastSeenSpec(
  source: DocumentSource | undefined,
  { firstPage, extensions }: ServiceFeatures,
): LastSeenSpec | undefined {
  if (!source || !isCompleteSource(source)) return undefined;
  const canGroup = extensions.includes('group') && extensions.includes('operators');
  const pageSize = extensions.includes('pageSize') ? PAGE_SIZE : undefined;
  return { source, firstPage, pageSize, canGroup };
}

export function isCompleteSource({ collection, field, time }: DocumentSource): boolean {
  return collection !== '' && field !== '' && time !== '';
}

/** Identifies the data of a collection and its fields. They are joined per list, so a time is no part of it. */
export function getDocumentSourceId({ collection, field, time }: DocumentSource): string {
  return JSON.stringify([collection, field, time]);
}
