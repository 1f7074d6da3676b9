import { memo } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { ChipsBar } from '#ui/page/Bars.tsx';
import { Chip } from '#ui/values/Chip.tsx';
import { filterWords, NO_FILTERS, withoutField } from './filterWords.ts';

/** What rows are filtered by, a chip each; nothing where they are not. */
export function FilterChips() {
  const { nothing } = useDeviceList();
  return <Chips all={nothing} />;
}

/** Of themselves: filters change less often than the list. `all`: more is cleared than what the chips stand for. */
const Chips = memo(function Chips({ all }: { all: boolean }) {
  const { filters, setFacet, showAll, go } = useDevices();
  const chips = filterWords(filters);
  if (chips.length === 0) return null;
  return (
    <ChipsBar label="Filters" onClear={all ? showAll : () => go.toFilters(NO_FILTERS)}>
      {chips.map(({ field, operator, value }) => (
        <Chip
          key={field}
          field={field}
          operator={operator}
          value={value}
          dropLabel={`Drop ${field}`}
          onDrop={() => go.toFilters(withoutField(filters, field))}
          onOpen={() => setFacet(field)}
        />
      ))}
    </ChipsBar>
  );
});
