import type { DevicesRequest } from '#contract/device.ts';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import type { FleetStoreSnapshot } from '#fleet/shown/fleetStore.ts';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import { listSelectedIds } from '#fleet/shown/selectedRows.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { addBasePath } from '#lib/basePath.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { showToast } from '#ui/notices/toast.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState } from '#urls/devices.ts';

const LINKED_DEVICES_MAX = 200;

type ShareLink = { text: string; note: string };

export function createDevicesShareLink(
  state: DevicesState,
  { view, request, selection }: FleetStoreSnapshot,
): ShareLink {
  const isPasted = PASTED_LIST_FIELD in state.facets;
  const sort = state.sort.filter(({ field }) => field !== PASTED_LIST_FIELD);
  const notes = sort.length < state.sort.length ? ['The link does not include the order of your list.'] : [];
  const { [PASTED_LIST_FIELD]: _, ...facets } = state.facets;
  if (!isPasted && !request.onlySelected) {
    if (selection.count > 0) notes.push('The link does not include the selection.');
    return { text: createHref({ ...state, sort }), note: notes.join(' ') };
  }
  const source = isPasted ? 'your pasted list' : 'the selection';
  const ids = getRowIds(view);
  if (ids) {
    notes.unshift(`The link lists the ${formatCountWithNoun(ids.length, 'device')} shown instead of ${source}.`);
    return { text: createHref({ ...state, sort, facets: { ...facets, deviceID: ids } }), note: notes.join(' ') };
  }
  notes.unshift(
    `The link cannot include ${source}, which has more than ${LINKED_DEVICES_MAX} devices, so it shows more devices than this page.`,
  );
  return { text: createHref({ ...state, sort, facets }), note: notes.join(' ') };
}

type SelectionLinkState = { request: DevicesRequest } & Pick<DevicesState, 'columns' | 'pins' | 'sort'>;

export function copySelectionLink(page: SelectionLinkState, view: ViewSnapshot, selection: RowSelection): void {
  const { count } = selection;
  const tooMany = `A link can include up to ${LINKED_DEVICES_MAX} devices, but ${formatCount(count)} are selected. Copy their IDs instead.`;
  function* copy(): Generator<void> {
    if (count > LINKED_DEVICES_MAX) return showToast(tooMany);
    const ids = yield* listSelectedIds(view, selection);
    if (ids.length === 0) return showToast('The selected devices have no ID.');
    const sort = page.sort.filter(({ field }) => field !== PASTED_LIST_FIELD);
    const facets = { deviceID: ids.map((id) => formatTypePrefixedText(id, 'text')) };
    const missing = formatCountWithNoun(count - ids.length, 'device');
    const note = count === ids.length ? '' : `The link does not include ${missing} without an ID.`;
    const { request, columns, pins } = page;
    void copyToClipboard(createHref({ ...DEFAULT_DEVICES_STATE, request, columns, pins, sort, facets }), { note });
  }
  new TimeSlicer().run(copy());
}

function getRowIds({ fleet, rows }: ViewSnapshot): string[] | undefined {
  if (rows.count > LINKED_DEVICES_MAX) return undefined;
  const column = fleet.findColumn('deviceID');
  const ids = Array.from({ length: rows.count }, (__, place) =>
    formatTypePrefixedText(fleet.getValue(rows.at(place), column), 'text'),
  );
  return ids.includes('') ? undefined : ids;
}

function createHref(state: DevicesState): string {
  return new URL(addBasePath(buildDevicesUrl(state)), location.origin).href;
}
