import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import type { RangeState } from '#paths/ranges.ts';
import { FacetValues } from './FacetValues.tsx';
import { FrequentValues } from './FrequentValues.tsx';
import { filterOf, storageIn, withoutField } from './filterWords.ts';
import { NumberFilter } from './NumberFilter.tsx';
import { TimeRange } from './TimeRange.tsx';

/** Filter of one field: by range for times and numbers, by value otherwise. */
export function FieldFilter({ field }: { field: string }) {
  const { filters, go, fields } = useDevices();
  const { view } = useDeviceList();
  const { values = [], range } = filterOf(filters, field);
  const onClear = () => go.toFilters(withoutField(filters, field));
  const onRange = (next: RangeState) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: next } });
  const onChoose = (next: readonly string[]) => {
    const { [field]: _, ...facets } = filters.facets;
    go.toFilters({ ...filters, facets: next.length > 0 ? { ...facets, [field]: next } : facets });
  };
  const kind = kindOf(field, storageIn(fields.heads, field));
  const chosen = { field, chosen: values, onChoose, onClear };
  if (kind === 'time') return <TimeRange field={field} range={range} onRange={onRange} onClear={onClear} />;
  if (kind === 'number') return <NumberFilter {...chosen} range={range} onRange={onRange} />;
  const counts = view.facet(field);
  return counts === null ? <FrequentValues {...chosen} /> : <FacetValues {...chosen} counts={counts} />;
}
