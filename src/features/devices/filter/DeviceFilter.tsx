import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import type { FilterProps } from './FilterPanel.tsx';

const FilterPanel = loaded(async () => (await import('#features/devices/tools.ts')).FilterPanel);

/** The one way to filter in the browser: fields, and how many rows each of their values would show. */
export const DeviceFilter = memo(function DeviceFilter(props: FilterProps) {
  const { fields, filters, field, onField } = props;
  const count = Object.keys(filters.facets).length + Object.keys(filters.ranges).length;
  return (
    <Popover
      label="Filter"
      opened={field !== undefined}
      onToggle={(open) => onField(open ? fields[0] : undefined)}
      place={{ width: 460 }}
      opener={(control) => (
        <Button {...control} icon={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          Filter
          {count > 0 && <b>{count}</b>}
        </Button>
      )}
    >
      {field !== undefined && <FilterPanel {...props} />}
    </Popover>
  );
});
