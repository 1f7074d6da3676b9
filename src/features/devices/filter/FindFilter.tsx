import { useMemo, useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import classes from './FilterPanel.module.css';
import { findFilters } from './findFilters.ts';

type Props = {
  fields: readonly string[];
  /** Text typed before the search was drawn; it then takes the focus. */
  early: string;
};

/** Search for a filter by part of a value, or by a number of days. */
export function FindFilter({ fields, early }: Props) {
  const { filters, go } = useDevices();
  const { fleet } = useDeviceList().view;
  const [text, setText] = useState(early);
  const found = useMemo(() => findFilters(fields, fleet, text), [fields, fleet, text]);
  const choose = (words: string) => {
    const filter = found.find((one) => one.words === words);
    if (filter) go.toFilters(filter.addTo(filters));
    setText('');
  };
  return (
    <div className={classes['find']} data-find>
      <Suggest
        className={classes['finder']}
        ref={early === '' ? undefined : takeFocus}
        aria-label="Add a filter"
        placeholder="Value, or number of days"
        value={text}
        onType={setText}
        onChoose={choose}
        suggestions={text.trim() === '' ? [] : found.map(({ words }) => words)}
      />
    </div>
  );
}

/** Focuses the input with the cursor at the end, as the user may still be typing. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(input.value.length, input.value.length);
}
