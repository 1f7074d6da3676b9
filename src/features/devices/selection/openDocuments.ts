import { MAX_IN_VALUES } from '#contract/stages.ts';
import type { FleetStoreSnapshot } from '#fleet/shown/fleetStore.ts';
import { formatSelectedIds } from '#fleet/shown/formatSelectedIds.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { showToast } from '#ui/notices/toast.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { devicesSelectionMessages } from './messages.ts';

const DEVICE_FIELD = 'deviceID';

type DocumentsOptions = {
  /** Collection to open. '' if none is known. */
  collection: string;
  /** True if the service offers `$in`. */
  hasOperators: boolean;
};

/** Opens the documents of the selected devices, or of the shown ones if none is selected. */
export function openDocuments(
  { view, selection }: Pick<FleetStoreSnapshot, 'view' | 'selection'>,
  { collection, hasOperators }: DocumentsOptions,
  navigate: (url: string) => void,
): void {
  const wanted = selection.count || view.rows.count;
  if (wanted > MAX_IN_VALUES) {
    showToast(devicesSelectionMessages.tooManyForDocuments(formatCount(MAX_IN_VALUES), formatCount(wanted)));
    return;
  }
  if (wanted > 1 && !hasOperators) {
    showToast('This service can only match one device at a time. Select one device.');
    return;
  }
  function* open(): Generator<void> {
    const ids = selection.count > 0 ? (yield* formatSelectedIds(view, selection)).text.split('\n') : listIds(view);
    const [id = ''] = ids;
    const filter = { [DEVICE_FIELD]: ids.length === 1 ? id : { $in: ids } };
    const pipeline = [{ type: 'match', filter }];
    navigate(buildDatastoreUrl({ collection, documentID: '', pipeline, page: 1, view: 'table' }));
  }
  new TimeSlicer().run(open());
}

function listIds({ fleet, rows }: FleetStoreSnapshot['view']): string[] {
  const column = fleet.findColumn('deviceID');
  const ids = Array.from({ length: rows.count }, (_, place) => fleet.getValue(rows.at(place), column));
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
}
