import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Popover } from '#ui/Popover.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './DevicesPage.module.css';
import { CONNECTIVITY } from './deviceColumns.ts';

const FACETS = [
  { field: 'productID', label: 'Product' },
  { field: CONNECTIVITY, label: 'Connectivity' },
  { field: 'paired', label: 'Paired' },
  { field: 'status', label: 'Status' },
  { field: 'admin', label: 'Admin' },
];

/** Values listed at a time; the rest is found by typing. */
const LISTED_MAX = 60;

type Props = {
  /** Of the opened facet. */
  counts: ReturnType<FleetView['facet']>;
  chosen: Readonly<Record<string, readonly string[]>>;
  /** The facet whose values are looked at. */
  opened: string | undefined;
  onOpen: (field: string | undefined) => void;
  onChoose: (facets: Readonly<Record<string, readonly string[]>>) => void;
};

/** Values to filter by in the browser, each with how many rows it would show. */
export const DeviceFacets = memo(function DeviceFacets({ counts, chosen, opened, onOpen, onChoose }: Props) {
  const further = Object.keys(chosen).filter((field) => !FACETS.some((facet) => facet.field === field));
  return [...FACETS, ...further.map((field) => ({ field, label: field }))].map(({ field, label }) => {
    const values = chosen[field] ?? [];
    return (
      <Popover
        key={field}
        label={label}
        opened={opened === field}
        onToggle={(open) => onOpen(open ? field : undefined)}
        width={280}
        opener={(control) => (
          <Button {...control} end={<IconChevronDown size={14} aria-hidden />}>
            {label}
            {values.length > 0 && <b>{values.length}</b>}
          </Button>
        )}
      >
        <FacetValues
          counts={counts}
          chosen={values}
          onChoose={(next) => {
            const { [field]: _, ...rest } = chosen;
            onChoose(next.length > 0 ? { ...rest, [field]: next } : rest);
          }}
        />
      </Popover>
    );
  });
});

type ValuesProps = {
  counts: ReturnType<FleetView['facet']>;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
};

function FacetValues({ counts, chosen, onChoose }: ValuesProps) {
  const [text, setText] = useState('');
  if (counts === undefined) return <p className={classes['hint']}>Counting…</p>;
  if (counts === null) return <p className={classes['hint']}>Too many different values to count; use the search.</p>;
  // a chosen value stays to be taken back, even where no row has it any more
  const gone = chosen
    .filter((value) => !counts.some((one) => one.value === value))
    .map((value) => ({ value, count: 0 }));
  const fitting = [...counts, ...gone].filter(({ value }) => value.toLowerCase().includes(text.toLowerCase()));
  return (
    <>
      {counts.length > 12 && (
        <SearchField
          aria-label="Find a value"
          placeholder={`Find among ${formatCount(counts.length)}`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ul className={classes['values']}>
        {fitting.slice(0, LISTED_MAX).map(({ value, count }) => (
          <li key={value}>
            <Checkbox
              label={value === '' ? <em>none</em> : value}
              aside={formatCount(count)}
              checked={chosen.includes(value)}
              onCheck={(checked) => onChoose(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
          </li>
        ))}
      </ul>
      {fitting.length > LISTED_MAX && (
        <p className={classes['hint']}>{formatCount(fitting.length - LISTED_MAX)} more: type to find them.</p>
      )}
      {fitting.length === 0 && <p className={classes['hint']}>No value.</p>}
    </>
  );
}
