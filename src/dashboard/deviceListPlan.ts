import { CONNECTIVITY_FIELD, DEVICE_FIELD_NAMES, type DevicesRequest, FAILED_CHECKS_FIELD } from '#contract/device.ts';
import { getNeededJoinedFields } from '#fleet/shown/neededJoinedFields.ts';
import type { DevicesState } from '#urls/devices.ts';

/**
 * Content of a list that a tile uses: the devices that pass the filters of its link, the field of its bars, and the
 * columns of its rows.
 */
export type DeviceListUse = { state: DevicesState; by?: string | undefined; columns?: readonly string[] | undefined };

/** Device list to request once. `only` are the fields to keep in memory; undefined keeps all. */
export type DeviceListPlan = { request: DevicesRequest; only: ReadonlySet<string> | undefined };

/**
 * Plans the requests for device lists. Tiles with equal requests share one list, which keeps the fields that any of
 * them reads. A list that needs connectivity also needs the list of its online devices.
 */
export function planDeviceLists(uses: readonly DeviceListUse[]): ReadonlyMap<string, DeviceListPlan> {
  const plans = new Map<string, DeviceListPlan>();
  const add = (request: DevicesRequest, only: readonly string[] | undefined) => {
    const key = getDeviceListKey(request);
    const known = plans.get(key);
    const isWhole = only === undefined || (known && known.only === undefined);
    plans.set(key, { request, only: isWhole ? undefined : new Set([...(known?.only ?? []), ...(only ?? [])]) });
  };
  for (const use of uses) {
    const { request } = use.state;
    add(request, getReadFields(use));
    if (getJoinedFields(use).includes(CONNECTIVITY_FIELD) && !request.filter)
      add({ ...request, filter: 'online' }, ['deviceID']);
  }
  return plans;
}

export function getDeviceListKey({ type, filter, productID }: DevicesRequest): string {
  return JSON.stringify([type, filter, productID]);
}

/** Returns the computed fields that a tile reads, in the order in which they must be joined. */
export function getJoinedFields({ state, by, columns = [] }: DeviceListUse): readonly string[] {
  const { search, facets, ranges } = state;
  const sort = columns.length > 0 ? state.sort : [];
  return getNeededJoinedFields({ search, facets, ranges, sort, facet: by, shown: columns, exported: [], compared: [] });
}

/** Returns the fields of the records that a tile reads. Undefined for all, which a search compares. */
function getReadFields(use: DeviceListUse): readonly string[] | undefined {
  const { search, facets, ranges, sort } = use.state;
  if (search.trim() !== '') return undefined;
  const joined = getJoinedFields(use);
  const fields = [...Object.keys(facets), ...Object.keys(ranges), ...(use.by === undefined ? [] : [use.by])];
  if (use.columns) fields.push('deviceID', ...use.columns, ...sort.map(({ field }) => field));
  if (joined.length > 0) fields.push('deviceID');
  if (joined.includes(FAILED_CHECKS_FIELD)) fields.push(...DEVICE_FIELD_NAMES);
  return fields.flatMap(getFieldWithParents);
}

/** Returns a field and the objects that may contain it, such as `location` for `location.site`. */
function getFieldWithParents(field: string): string[] {
  const parents = [...field.matchAll(/\.| › /g)].map(({ index }) => field.slice(0, index));
  return [field, ...parents];
}
