import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const devicesListMessages = {
  allLoadedDevicesAre: (count: string) => `All ${count} loaded devices are`,
  columnWidthsDamaged: (invalidWidths: string) => `Saved column widths are damaged and were ignored: ${invalidWidths}.`,
  copyValue: (value: string) => `Copy ${value}`,
  devicesContain: (count: string) => `${count} devices contain`,
  filterByField: (field: string) => `Filter by ${field}`,
  invalidLinkParts: (parts: string) => `Some parts of this link are invalid and were ignored: ${parts}.`,
  lastFirst: ', last first',
  linkLimitExceeded: (limit: number, count: string) =>
    `A link can include up to ${limit} devices, but ${count} are selected. Copy their IDs instead.`,
  linkListsShownDevices: (count: number, source: string) =>
    `The link lists the ${formatCountWithNoun(count, 'device')} shown instead of ${source}.`,
  linkWithoutMissingIds: (missing: number) =>
    `The link does not include ${formatCountWithNoun(missing, 'device')} without an ID.`,
  linkWithoutSource: (source: string, limit: number) =>
    `The link cannot include ${source}, which has more than ${limit} devices, so it shows more devices than this page.`,
  noneMatchAllFilters: (count: number) => `No devices match all ${count} filters`,
  orderOfField: (field: string) => `Order of ${field}`,
  removeFilter: (filter: string) => `Remove: ${filter}`,
  removeSortField: (field: string) => `Remove sort by ${field}`,
  requestDetails: (name: string, bytes: string, ms: string) => `${name} ${bytes} in ${ms} ms`,
  requestLimitedTo: (filters: string) => `The request was limited to ${filters}.`,
  rowRange: (first: string, last: string, count: string) => `rows ${first}–${last} of ${count}`,
  searchFilter: (search: string) => `the search “${search}”`,
  showDevices: (count: number) => `Show ${formatCountWithNoun(count, 'device')}`,
  thenByAt: (position: number) => `Then by, ${position}`,
  tooManyFilters: (ignoredFilters: string) => `Too many filters at once. Not applied: ${ignoredFilters}.`,
};
