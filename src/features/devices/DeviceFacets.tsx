import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { FACET_FIELDS, kindOf, wordOf } from '#fields/deviceField.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Popover } from '#ui/Popover.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './DevicesPage.module.css';

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
  return [...new Set([...FACET_FIELDS, ...Object.keys(chosen)])].map((field) => {
    const values = chosen[field] ?? [];
    return (
      <Popover
        key={field}
        label={field}
        opened={opened === field}
        onToggle={(open) => onOpen(open ? field : undefined)}
        width={280}
        opener={(control) => (
          <Button {...control} end={<IconChevronDown size={14} aria-hidden />}>
            {field}
            {values.length > 0 && <b>{values.length}</b>}
          </Button>
        )}
      >
        <FacetValues
          field={field}
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
  field: string;
  counts: ReturnType<FleetView['facet']>;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
};

function FacetValues({ field, counts, chosen, onChoose }: ValuesProps) {
  const [text, setText] = useState('');
  const word = (value: string) => wordOf(kindOf(field), value);
  if (counts === undefined) return <p className={classes['hint']}>Counting…</p>;
  if (counts === null) return <p className={classes['hint']}>Too many different values to count; use the search.</p>;
  // a chosen value stays to be taken back, even where no row has it any more
  const gone = chosen
    .filter((value) => !counts.some((one) => one.value === value))
    .map((value) => ({ value, count: 0 }));
  const fitting = [...counts, ...gone].filter(({ value }) => word(value).toLowerCase().includes(text.toLowerCase()));
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
              label={value === '' ? <em>{word(value)}</em> : word(value)}
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
