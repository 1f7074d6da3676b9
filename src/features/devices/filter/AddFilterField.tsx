import { type Ref, useMemo, useState } from 'react';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { formatValueLabel, getFieldKind } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { getColumnValueType } from '#fleet/queries/facets.ts';
import { formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { formatExactDuration, parseDuration } from '#lib/time/duration.ts';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { type DeviceFilters, getFieldFilter } from './describeFilters.ts';
import classes from './FilterPanel.module.css';

type Props = {
  fields: readonly string[];
  /** Text typed before the search was rendered. */
  early: string;
  ref: Ref<HTMLInputElement>;
};

export function AddFilterField({ fields, early, ref }: Props) {
  const { filters, go } = useDevicesPage();
  const { fleet } = useDeviceList().view;
  const [text, setText] = useState(early);
  const suggestions = useMemo(() => suggestFilters(fields, fleet, text), [fields, fleet, text]);
  const addFilter = (words: string) => {
    const filter = suggestions.find((one) => one.label === words);
    if (filter) go.toFilters(filter.addTo(filters));
    setText('');
  };
  return (
    <div className={classes['find']}>
      <Autocomplete
        className={classes['finder']}
        ref={ref}
        aria-label="Add a filter"
        placeholder="Value, or number of days"
        value={text}
        onTextChange={setText}
        onOptionSubmit={addFilter}
        suggestions={text.trim() === '' ? [] : suggestions.map(({ label }) => label)}
      />
    </div>
  );
}

type FilterSuggestion = { label: string; addTo: (filters: DeviceFilters) => DeviceFilters };

/**
 * Maximum number of values of a field whose values are suggested as filters. Fields with more, such as names, are
 * searched.
 */
const SUGGESTED_VALUES_MAX = 500;

/**
 * Lists the filters that typed text may refer to: all values of fields with few values, and for each time field the
 * typed number of days.
 */
function suggestFilters(fields: readonly string[], fleet: Fleet, typed: string): FilterSuggestion[] {
  const ms = parseDuration(`${/[1-9]\d*/.exec(typed)?.[0] ?? ''}d`);
  const times = fields.filter((field) => getFieldKind(field, getStorage(fleet, field)) === 'time');
  const spans = (['before', 'within'] as const).flatMap((part) =>
    times.flatMap((field) => (ms === undefined ? [] : [createAgeFilter(field, part, ms)])),
  );
  return [...spans, ...fields.flatMap((field) => suggestValueFilters(field, fleet))];
}

function createAgeFilter(field: string, part: 'before' | 'within', ms: number): FilterSuggestion {
  const days = formatExactDuration(ms);
  return {
    label: `${field}: ${part === 'before' ? `more than ${days} ago` : `in the last ${days}`}`,
    addTo: ({ facets, ranges }) => ({ facets, ranges: { ...ranges, [field]: { [part]: ms } } }),
  };
}

function suggestValueFilters(field: string, fleet: Fleet): FilterSuggestion[] {
  const kind = getFieldKind(field, getStorage(fleet, field));
  return listValues(field, fleet).map((value) => ({
    label: `${field}: ${formatValueLabel(kind, value)}`,
    addTo: (filters) => {
      const chosen = getFieldFilter(filters, field).values ?? [];
      return { ...filters, facets: { ...filters.facets, [field]: [...new Set([...chosen, value])] } };
    },
  }));
}

function listValues(field: string, fleet: Fleet): readonly string[] {
  const kind = getFieldKind(field, getStorage(fleet, field));
  if (kind === 'connectivity') return ['online', 'offline'];
  if (kind === 'pairing' || kind === 'yesNo') return ['true', 'false'];
  const dictionary = fleet.getDictionary(fleet.findColumn(field)) ?? [];
  if (dictionary.length > SUGGESTED_VALUES_MAX) return [];
  const type = getColumnValueType(fleet, field);
  return dictionary.filter((value) => value !== '').map((value) => formatTypePrefixedText(value, type));
}

function getStorage(fleet: Fleet, field: string): string | undefined {
  return fleet.columns[fleet.findColumn(field)]?.storage;
}
