import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { isFieldFromDocuments } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import { FieldName } from '#fields/FieldName.tsx';
import { LazyDocumentSourceForm } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { focusInputEnd } from '#ui/browser/focus/tabbable.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FilterChip } from '#ui/controls/FilterChip.tsx';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import { FilterChipsBar } from '#ui/page/Bars.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import type { FieldRange } from '#urls/rangeParams.ts';
import { AddFilterField } from './AddFilterField.tsx';
import {
  type DeviceFilters,
  describeFilters,
  findFieldStorageType,
  getFieldFilter,
  NO_FILTERS,
  removeFieldFilter,
} from './describeFilters.ts';
import { FacetFilter } from './FacetFilter.tsx';
import classes from './FilterPanel.module.css';
import { FrequentValuesFilter } from './FrequentValuesFilter.tsx';
import { NumberFilter } from './NumberFilter.tsx';
import { ServerFilters } from './ServerFilters.tsx';
import { TimeFilter } from './TimeFilter.tsx';

type Props = {
  fields: readonly string[];
  field: string;
  typed: string;
};

export function FilterPanel({ fields, field, typed }: Props) {
  const { filters, setFacet } = useDevicesPage();
  const { view } = useDeviceList();
  const [first] = useState(field);
  const [early] = useState(typed);
  const search = useRef<HTMLInputElement>(null);
  // keys typed until then belong to the search
  const searchRef = useMergedRef(search, early === '' ? undefined : focusInputEnd);
  return (
    <>
      {/* for toolbars too narrow for them */}
      <div className={classes['further']}>
        <ServerFilters />
      </div>
      <AddFilterField ref={searchRef} fields={fields} early={early} />
      <div className={classes['panel']}>
        <LabeledGroup
          className={classes['fields']}
          aria-label="Field"
          onKeyDown={(event) => handleFieldKeyDown(event, search.current)}
        >
          {fields.map((name) => (
            <button
              key={name}
              ref={name === first && early === '' ? focusOnMount : undefined}
              className={`${shared['listButton']} ${shared['row']}`}
              type="button"
              aria-pressed={name === field}
              // roving tabindex: one tab stop, arrow keys move
              tabIndex={name === field ? 0 : -1}
              onClick={() => setFacet(name)}
            >
              <span>
                <FieldName name={name} />
              </span>
              <span className={classes['chosen']} aria-hidden>
                {formatFilterCount(filters, name)}
              </span>
            </button>
          ))}
        </LabeledGroup>
        {/* remounts for another field, so that typed text is discarded */}
        <FieldFilter key={field} field={field} />
      </div>
      <div className={classes['done']}>
        <Button variant="primary" fullWidth onClick={() => setFacet(undefined)}>
          {`Show ${formatCountWithNoun(view.rows.count, 'device')}`}
        </Button>
      </div>
    </>
  );
}

/** Keyboard control: arrow keys, Home and End choose a field, printable keys move the focus to the filter search. */
function handleFieldKeyDown(event: KeyboardEvent<HTMLElement>, search: HTMLInputElement | null): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) {
    // moved before the default action, so that the key is typed there
    search?.focus();
    return;
  }
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  const next = buttons.at((places[event.key] ?? Number.NaN) % buttons.length);
  if (at < 0 || !(event.key in places) || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

function formatFilterCount(filters: DeviceFilters, field: string): string {
  const { values, range } = getFieldFilter(filters, field);
  if (range) return '1';
  return values ? String(values.length) : '';
}

export function FilterChips() {
  const { isEmpty } = useDeviceList();
  return <FilterChipList clearsAll={isEmpty} />;
}

const CHIP_LENGTH_MAX = 60;
const CHIP_LENGTH_MAX_PHONE = 24;

/**
 * Memoized separately, because filters change less often than the list. With `clearsAll`, Clear also resets the search
 * and the selection filter.
 */
const FilterChipList = memo(function Chips({ clearsAll }: { clearsAll: boolean }) {
  const { filters, setFacet, showAll, go, fields } = useDevicesPage();
  const phone = useIsPhone();
  const chips = describeFilters(filters, useTimeMode(), fields.heads);
  if (chips.length === 0) return null;
  return (
    <FilterChipsBar label="Filters" onClear={clearsAll ? showAll : () => go.toFilters(NO_FILTERS)}>
      {chips.map(({ key, field, operator, value }) => (
        <FilterChip
          key={key}
          field={field}
          operator={operator}
          value={truncateMiddle(value, phone ? CHIP_LENGTH_MAX_PHONE : CHIP_LENGTH_MAX)}
          removeLabel={`Remove filter ${toVisibleText(field)}`}
          onRemove={() => go.toFilters(removeFieldFilter(filters, field))}
          onOpen={() => setFacet(field)}
        />
      ))}
    </FilterChipsBar>
  );
});

function FieldFilter({ field }: { field: string }) {
  const { filters, go, fields } = useDevicesPage();
  const { view, lastSeen, lacking, coming } = useDeviceList();
  const { values = [], range } = getFieldFilter(filters, field);
  const onClear = () => go.toFilters(removeFieldFilter(filters, field));
  const onRange = (next: FieldRange) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: next } });
  const onChoose = (next: readonly string[]) => {
    const { [field]: _, ...facets } = filters.facets;
    go.toFilters({ ...filters, facets: next.length > 0 ? { ...facets, [field]: next } : facets });
  };
  if (lastSeen.isWanted && !lastSeen.spec && isFieldFromDocuments(field)) return <LazyDocumentSourceForm />;
  const kind = getFieldKind(field, findFieldStorageType(fields.heads, field));
  const chosen = { field, chosen: values, onChoose, onClear };
  if (kind === 'time') return <TimeFilter {...chosen} chosen={[]} range={range} onRange={onRange} />;
  if (kind === 'number') return <NumberFilter {...chosen} range={range} onRange={onRange} />;
  if (lacking.includes(field) && !coming.includes(field))
    return <p className={classes['hint']}>{`${field} is not known.`}</p>;
  const counts = lacking.includes(field) ? undefined : view.getFacetCounts(field);
  return counts === null ? <FrequentValuesFilter {...chosen} /> : <FacetFilter {...chosen} counts={counts} />;
}
