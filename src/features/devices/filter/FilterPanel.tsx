import { type ReactNode, useEffect, useRef } from 'react';
import { kindOf } from '#fields/deviceField.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { counted } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { FacetValues } from './FacetValues.tsx';
import classes from './FilterPanel.module.css';
import { type Filters, withoutField } from './filterWords.ts';
import { TimeRange } from './TimeRange.tsx';

export type FilterProps = {
  view: FleetView;
  /** Grows with what the view shows, while it is looked at. */
  version: number;
  /** Every field that can be filtered by. */
  fields: readonly string[];
  filters: Filters;
  /** Counts of the opened field's values. */
  counts: ReturnType<FleetView['facet']>;
  /** The field that is looked at; none while it is closed. */
  field: string | undefined;
  onField: (field: string | undefined) => void;
  onFilters: (filters: Filters) => void;
  /** What a phone's bar has no room for. */
  further?: ReactNode;
};

/** Fields at the left, the chosen one's values at the right. Loaded when it is first wanted. */
export function FilterPanel({ view, fields, filters, counts, field = '', onField, onFilters, further }: FilterProps) {
  const clear = () => onFilters(withoutField(filters, field));
  const opened = useRef<HTMLButtonElement>(null);
  // it arrives after the popover, which had nothing to give the focus to
  useEffect(() => opened.current?.focus(), []);
  return (
    <>
      {further && <div className={classes['further']}>{further}</div>}
      <div className={classes['panel']}>
        <Group className={classes['fields']} aria-label="Field">
          {fields.map((name) => (
            <button
              key={name}
              ref={name === field ? opened : undefined}
              type="button"
              aria-pressed={name === field}
              onClick={() => onField(name)}
            >
              <span>{name}</span>
              <span className={classes['chosen']} aria-hidden>
                {chosenOf(filters, name)}
              </span>
            </button>
          ))}
        </Group>
        {/* another field is another choice: nothing typed for one stays for the next */}
        {kindOf(field) === 'time' ? (
          <TimeRange
            key={field}
            view={view}
            field={field}
            range={filters.ranges[field]}
            onRange={(range) => onFilters({ ...filters, ranges: { ...filters.ranges, [field]: range } })}
            onClear={clear}
          />
        ) : (
          <FacetValues
            key={field}
            field={field}
            counts={counts}
            chosen={filters.facets[field] ?? []}
            onChoose={(values) => onFilters({ ...filters, facets: { ...filters.facets, [field]: values } })}
            onClear={clear}
          />
        )}
      </div>
      <div className={classes['done']}>
        <Button look="primary" wide onClick={() => onField(undefined)}>
          {`Show ${counted(view.rows.count, 'device')}`}
        </Button>
      </div>
    </>
  );
}

function chosenOf({ facets, ranges }: Filters, field: string): string {
  if (ranges[field]) return 'range';
  return facets[field] ? String(facets[field].length) : '';
}
