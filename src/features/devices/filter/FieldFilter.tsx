import { isDocumentField } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import type { RangeState } from '#urls/rangeParams.ts';
import { findFieldStorageType, getFieldFilter, removeFieldFilter } from './describeFilters.ts';
import { FacetFilter } from './FacetFilter.tsx';
import { FrequentValuesFilter } from './FrequentValuesFilter.tsx';
import { NumberFilter } from './NumberFilter.tsx';
import { TimeFilter } from './TimeFilter.tsx';

const ChooseDocumentsForm = lazyComponent(
  async () => (await import('#lastSeen/ChooseDocumentsForm.tsx')).ChooseDocumentsForm,
);

export function FieldFilter({ field }: { field: string }) {
  const { filters, go, fields } = useDevicesPage();
  const { view, lastSeen } = useDeviceList();
  const { values = [], range } = getFieldFilter(filters, field);
  const onClear = () => go.toFilters(removeFieldFilter(filters, field));
  const onRange = (next: RangeState) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: next } });
  const onChoose = (next: readonly string[]) => {
    const { [field]: _, ...facets } = filters.facets;
    go.toFilters({ ...filters, facets: next.length > 0 ? { ...facets, [field]: next } : facets });
  };
  if (lastSeen.isWanted && !lastSeen.spec && isDocumentField(field)) return <ChooseDocumentsForm />;
  const kind = getFieldKind(field, findFieldStorageType(fields.heads, field));
  const chosen = { field, chosen: values, onChoose, onClear };
  if (kind === 'time') return <TimeFilter {...chosen} chosen={[]} range={range} onRange={onRange} />;
  if (kind === 'number') return <NumberFilter {...chosen} range={range} onRange={onRange} />;
  const counts = view.getFacetCounts(field);
  return counts === null ? <FrequentValuesFilter {...chosen} /> : <FacetFilter {...chosen} counts={counts} />;
}
