import { memo, useState } from 'react';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { CheckList } from '#ui/CheckList.tsx';
import { Dropdown } from '#ui/Dropdown.tsx';
import { TextField } from '#ui/Field.tsx';
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
      <Dropdown
        key={field}
        label={label}
        note={values.length > 0 ? String(values.length) : undefined}
        opened={opened === field}
        onToggle={(open) => onOpen(open ? field : undefined)}
      >
        <FacetValues
          counts={counts}
          chosen={values}
          onChoose={(next) => {
            const { [field]: _, ...rest } = chosen;
            onChoose(next.length > 0 ? { ...rest, [field]: next } : rest);
          }}
        />
      </Dropdown>
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
        <TextField
          aria-label="Find a value"
          placeholder={`Find among ${formatCount(counts.length)}`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <CheckList
        items={fitting.slice(0, LISTED_MAX).map(({ value, count }) => ({
          value,
          label: value === '' ? <em>none</em> : value,
          aside: formatCount(count),
          checked: chosen.includes(value),
        }))}
        onCheck={(value, checked) => onChoose(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
      />
      {fitting.length > LISTED_MAX && (
        <p className={classes['hint']}>{formatCount(fitting.length - LISTED_MAX)} more: type to find them.</p>
      )}
      {fitting.length === 0 && <p className={classes['hint']}>No value.</p>}
    </>
  );
}
