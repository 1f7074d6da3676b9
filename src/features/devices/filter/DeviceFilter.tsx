import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { CHECK } from '#fleet/model/joined.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';

const FilterPanel = loaded(async () => (await import('#features/devices/tools.ts')).FilterPanel);

/** Fields whose values are never few: the search looks into them. */
const SEARCHED = ['deviceID', 'name'];

/** The one way to filter in the browser: fields, and how many rows each of their values would show. */
export function DeviceFilter() {
  const { fields, filters, facet, setFacet } = useDevices();
  const filtered = useMemo(() => [...fields.all.filter((field) => !SEARCHED.includes(field)), CHECK], [fields.all]);
  const count = Object.keys(filters.facets).length + Object.keys(filters.ranges).length;
  return (
    <Popover
      label="Filter"
      opened={facet !== undefined}
      onToggle={(open) => setFacet(open ? filtered[0] : undefined)}
      place={{ width: 460 }}
      opener={(control) => (
        <Button {...control} icon={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          Filter
          {count > 0 && <b>{count}</b>}
        </Button>
      )}
    >
      {facet !== undefined && <FilterPanel fields={filtered} field={facet} />}
    </Popover>
  );
}
