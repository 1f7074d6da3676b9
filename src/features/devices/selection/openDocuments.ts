import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '#api/connection.ts';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { FleetStoreSnapshot } from '#fleet/shown/fleetStore.ts';
import { listIds, listSelectedIds } from '#fleet/shown/selectedRows.ts';
import { detectDocumentSource } from '#lastSeen/detectDocumentSource.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { getRecentCollectionsSetting } from '#pipeline/draft/recentCollections.ts';
import { showToast } from '#ui/notices/toast.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

type DocumentsOptions = {
  connection: Connection;
  service: { id: string; firstPage: number; extensions: readonly string[] };
  /** Where the documents of the list are. */
  source: DocumentSource | undefined;
  queryClient: QueryClient;
};

/** Opens the newest documents of the selected devices, or of the shown ones if none is selected. */
export async function openDocuments(
  { view, selection }: Pick<FleetStoreSnapshot, 'view' | 'selection'>,
  { connection, service, source, queryClient }: DocumentsOptions,
  navigate: (url: string) => void,
): Promise<void> {
  const { id: savedConnectionId, firstPage, extensions } = service;
  const [recent] = getRecentCollectionsSetting(savedConnectionId).get();
  const collection =
    recent ?? source?.collection ?? (await queryClient.ensureQueryData(hostConfigQueryOptions)).collections?.[0] ?? '';
  const unknown = { collection, field: '', time: '' };
  const { field, time } =
    source?.collection === collection
      ? source
      : ((await detectDocumentSource(connection, firstPage, unknown, view.fleet).catch(() => undefined)) ?? unknown);
  function* open(): Generator<void> {
    const ids = yield* selection.count > 0 ? listSelectedIds(view, selection) : listIds(view.fleet, view.rows);
    if (ids.length === 0) return showToast('These devices have no ID.');
    const match = { type: 'match', filter: { [field || 'deviceID']: ids.length === 1 ? ids[0] : { $in: ids } } };
    const sort = { type: 'sort', specs: { [time]: -1 } };
    const pipeline = time && extensions.includes('sort') ? [match, sort] : [match];
    navigate(buildDatastoreUrl({ collection, documentID: '', pipeline, page: 1, view: 'table' }));
  }
  new TimeSlicer().run(open());
}
