import { useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import { counted } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import { FacetValues } from './FacetValues.tsx';
import classes from './FilterPanel.module.css';
import { type Filters, withoutField } from './filterWords.ts';
import { TimeRange } from './TimeRange.tsx';

type Props = {
  /** Every field that can be filtered by. */
  fields: readonly string[];
  /** The field that is looked at. */
  field: string;
};

/** Fields at the left, the chosen one's values at the right. Loaded when it is first wanted. */
export function FilterPanel({ fields, field }: Props) {
  const { filters, setFacet, go } = useDevices();
  const { view } = useDeviceList();
  const [first] = useState(field);
  const clear = () => go.toFilters(withoutField(filters, field));
  return (
    <>
      {/* a phone's bar has no room for them */}
      <div className={classes['further']}>
        <DeviceSelectors />
      </div>
      <div className={classes['panel']}>
        <Group className={classes['fields']} aria-label="Field">
          {fields.map((name) => (
            <button
              key={name}
              ref={name === first ? takeFocus : undefined}
              type="button"
              aria-pressed={name === field}
              onClick={() => setFacet(name)}
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
            field={field}
            range={filters.ranges[field]}
            onRange={(range) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: range } })}
            onClear={clear}
          />
        ) : (
          <FacetValues
            key={field}
            field={field}
            counts={view.facet(field)}
            chosen={filters.facets[field] ?? []}
            onChoose={(values) => go.toFilters({ ...filters, facets: { ...filters.facets, [field]: values } })}
            onClear={clear}
          />
        )}
      </div>
      <div className={classes['done']}>
        <Button look="primary" wide onClick={() => setFacet(undefined)}>
          {`Show ${counted(view.rows.count, 'device')}`}
        </Button>
      </div>
    </>
  );
}

/** The panel arrives after the popover, which had nothing to give the focus to. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function chosenOf({ facets, ranges }: Filters, field: string): string {
  if (ranges[field]) return 'range';
  return facets[field] ? String(facets[field].length) : '';
}
