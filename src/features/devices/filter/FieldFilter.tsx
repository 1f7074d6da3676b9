import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import type { RangeState } from '#urls/rangeParams.ts';
import { findFieldStorageType, getFieldFilter, removeFieldFilter } from './describeFilters.ts';
import { FacetFilter } from './FacetFilter.tsx';
import { FrequentValuesFilter } from './FrequentValuesFilter.tsx';
import { NumberFilter } from './NumberFilter.tsx';
import { TimeFilter } from './TimeFilter.tsx';

export function FieldFilter({ field }: { field: string }) {
  const { filters, go, fields } = useDevicesPage();
  const { view } = useDeviceList();
  const { values = [], range } = getFieldFilter(filters, field);
  const onClear = () => go.toFilters(removeFieldFilter(filters, field));
  const onRange = (next: RangeState) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: next } });
  const onChoose = (next: readonly string[]) => {
    const { [field]: _, ...facets } = filters.facets;
    go.toFilters({ ...filters, facets: next.length > 0 ? { ...facets, [field]: next } : facets });
  };
  const kind = getFieldKind(field, findFieldStorageType(fields.heads, field));
  const chosen = { field, chosen: values, onChoose, onClear };
  if (kind === 'time') return <TimeFilter field={field} range={range} onRange={onRange} onClear={onClear} />;
  if (kind === 'number') return <NumberFilter {...chosen} range={range} onRange={onRange} />;
  const counts = view.getFacetCounts(field);
  return counts === null ? <FrequentValuesFilter {...chosen} /> : <FacetFilter {...chosen} counts={counts} />;
}
