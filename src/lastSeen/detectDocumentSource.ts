import type { Connection } from '#api/connection.ts';
import { fetchPipeline } from '#api/fetchPipeline.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { resolveCriteriaFromDocuments } from '#pipeline/run/fetchDeviceDocuments.ts';

/**
 * Detects the empty fields of a source from a page of its collection. They stay empty if none is suitable. Undefined if
 * there are no documents.
 */
export async function detectDocumentSource(
  connection: Connection,
  firstPage: number,
  source: DocumentSource,
  fleet: Fleet | undefined,
): Promise<DocumentSource | undefined> {
  const request = { collection: source.collection, index: {}, pipeline: [], nPage: firstPage };
  const { documents } = await fetchPipeline(connection, request, new AbortController().signal);
  const isDeviceID = (text: string) => (fleet?.findRow(text, fleet.findColumn('deviceID')) ?? -1) >= 0;
  return documents.length === 0 ? undefined : resolveCriteriaFromDocuments(source, documents, { isDeviceID });
}
