import type { DevicesRequest } from '#contract/device.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import { selectedIds } from '#fleet/shown/selectedIds.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import type { ShownSnapshot } from '#fleet/shown/shownSnapshot.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { addBasePath } from '#lib/basePath.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { formatTyped } from '#lib/json/typedText.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { type DevicesState, devicesPath } from '#paths/devices.ts';
import { copyText } from '#ui/notices/copyText.ts';
import { showToast } from '#ui/notices/toast.ts';

const LINKED_MAX = 200;

type ShareLink = { text: string; note: string };

/** Creates a link to the current view. Rows of a pasted list or a selection are named by ID, up to `LINKED_MAX`. */
export function createShareLink(state: DevicesState, { view, request, selection }: ShownSnapshot): ShareLink {
  const isPasted = INVENTORY in state.facets;
  const sort = state.sort.filter(({ field }) => field !== INVENTORY);
  const notes = sort.length < state.sort.length ? ['The order of your list is not part of it.'] : [];
  const { [INVENTORY]: _, ...facets } = state.facets;
  if (!isPasted && !request.onlySelected) {
    if (selection.count > 0) notes.push('The selection is not part of it.');
    return { text: toHref({ ...state, sort }), note: notes.join(' ') };
  }
  const what = isPasted ? 'your pasted list' : 'the selection';
  const ids = readIds(view);
  if (ids) {
    notes.unshift(`It names the ${pluralize(ids.length, 'device')} shown in place of ${what}.`);
    return { text: toHref({ ...state, sort, facets: { ...facets, deviceID: ids } }), note: notes.join(' ') };
  }
  notes.unshift(`It cannot hold ${what}, of more than ${LINKED_MAX} devices, and shows more devices than you see.`);
  return { text: toHref({ ...state, sort, facets }), note: notes.join(' ') };
}

type Page = { request: DevicesRequest } & Pick<DevicesState, 'columns' | 'pins' | 'sort'>;

/** Copies a link to the selected devices; shows a toast if they are too many. */
export function copySelectionLink(page: Page, view: ViewSnapshot, selection: Selection): void {
  function* copy(): Generator<void> {
    const link = yield* createSelectionLink(page, view, selection);
    if (link) void copyText(link.text, link);
    else showToast(describeTooMany(selection));
  }
  new TimeSlicer().run(copy());
}

/** Creates a link to the selected devices with the page's columns; undefined if they are too many. */
function* createSelectionLink(
  page: Page,
  view: ViewSnapshot,
  selection: Selection,
): Generator<void, ShareLink | undefined> {
  if (selection.count > LINKED_MAX) return undefined;
  const { text, count } = yield* selectedIds(view, selection);
  const { request, columns, pins } = page;
  const sort = page.sort.filter(({ field }) => field !== INVENTORY);
  const facets = { deviceID: text.split('\n').map((id) => formatTyped(id, 'text')) };
  const missing = selection.count - count;
  const note = missing === 0 ? '' : `${pluralize(missing, 'device')} without an ID cannot be part of it.`;
  const state = { request, columns, pins, sort, facets, search: '', ranges: {}, preview: '' };
  return { text: toHref(state), note };
}

function describeTooMany({ count }: Selection): string {
  return `A link names at most ${LINKED_MAX} devices, and ${formatCount(count)} are selected. Copy their IDs instead.`;
}

/** Returns the IDs of the rows shown; undefined if they are too many or some have no ID. */
function readIds({ fleet, rows }: ViewSnapshot): string[] | undefined {
  if (rows.count > LINKED_MAX) return undefined;
  const column = fleet.columnOf('deviceID');
  const ids = Array.from({ length: rows.count }, (__, place) =>
    formatTyped(fleet.value(rows.at(place), column), 'text'),
  );
  return ids.includes('') ? undefined : ids;
}

function toHref(state: DevicesState): string {
  return new URL(addBasePath(devicesPath(state)), location.origin).href;
}
