import { memo } from 'react';
import { ChipsBar } from '#ui/page/ChipsBar.tsx';
import { Chip } from '#ui/values/Chip.tsx';
import { type Filters, filterWords, NO_FILTERS, withoutField } from './filterWords.ts';

type Props = {
  filters: Filters;
  onOpen: (field: string) => void;
  onFilters: (filters: Filters) => void;
  /** Clears more than what the chips stand for. */
  onClear: (() => void) | undefined;
};

/** What rows are filtered by, a chip each; nothing where they are not. */
export const FilterChips = memo(function FilterChips({ filters, onOpen, onFilters, onClear }: Props) {
  const chips = filterWords(filters);
  if (chips.length === 0) return null;
  return (
    <ChipsBar label="Filters" onClear={onClear ?? (() => onFilters(NO_FILTERS))}>
      {chips.map(({ field, operator, value }) => (
        <Chip
          key={field}
          field={field}
          operator={operator}
          value={value}
          dropLabel={`Drop ${field}`}
          onDrop={() => onFilters(withoutField(filters, field))}
          onOpen={() => onOpen(field)}
        />
      ))}
    </ChipsBar>
  );
});
