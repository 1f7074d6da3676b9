import { useMemo, useState } from 'react';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import classes from './FilterPanel.module.css';
import { suggestFilters } from './suggestFilters.ts';

type Props = {
  fields: readonly string[];
  /** Text typed before the search was rendered. The search then takes the focus. */
  early: string;
};

export function AddFilterField({ fields, early }: Props) {
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
    <div className={classes['find']} data-find>
      <Autocomplete
        className={classes['finder']}
        ref={early === '' ? undefined : takeFocus}
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

/** Focuses the input and moves the cursor to the end, because the user may still be typing. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(input.value.length, input.value.length);
}
