import { type KeyboardEvent, memo, useLayoutEffect, useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { FieldName } from '#fields/FieldName.tsx';
import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { ChipsBar } from '#ui/page/Bars.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import { FieldFilter } from './FieldFilter.tsx';
import classes from './FilterPanel.module.css';
import { FindFilter } from './FindFilter.tsx';
import { type Filters, filterOf, filterWords, NO_FILTERS, withoutField } from './filterWords.ts';

type Props = {
  fields: readonly string[];
  field: string;
  /** Text typed before the panel was drawn. */
  typed: string;
  onDrawn: (drawn: boolean) => void;
};

export function FilterPanel({ fields, field, typed, onDrawn }: Props) {
  const { filters, setFacet } = useDevices();
  const { view } = useDeviceList();
  const [first] = useState(field);
  const [early] = useState(typed);
  // keys typed until then belong to the search, which has the focus now
  useLayoutEffect(() => {
    onDrawn(true);
    return () => onDrawn(false);
  }, [onDrawn]);
  return (
    <>
      {/* for tool bars too narrow for them */}
      <div className={classes['further']}>
        <DeviceSelectors />
      </div>
      <FindFilter fields={fields} early={early} />
      <div className={classes['panel']}>
        <Group className={classes['fields']} aria-label="Field" onKeyDown={moveByArrow}>
          {fields.map((name) => (
            <button
              key={name}
              ref={name === first && early === '' ? takeFocus : undefined}
              className={`${shared['choice']} ${shared['row']}`}
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
                {chosenOf(filters, name)}
              </span>
            </button>
          ))}
        </Group>
        {/* remounts for another field, so that typed text is discarded */}
        <FieldFilter key={field} field={field} />
      </div>
      <div className={classes['done']}>
        <Button look="primary" wide onClick={() => setFacet(undefined)}>
          {`Show ${pluralize(view.rows.count, 'device')}`}
        </Button>
      </div>
    </>
  );
}

/** Arrow keys, Home and End choose a field; printable keys move the focus to the filter search. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) {
    // moved before the default action, so that the key is typed there
    event.currentTarget.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-find] input')?.focus();
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

/** Takes the focus: the lazy panel is rendered after the popover opened. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function chosenOf(filters: Filters, field: string): string {
  const { values, range } = filterOf(filters, field);
  if (range) return '1';
  return values ? String(values.length) : '';
}

export function FilterChips() {
  const { nothing } = useDeviceList();
  return <Chips all={nothing} />;
}

/** Maximum length of a chip's value, in characters; truncated in the middle, as long values differ at the ends. */
const CHIP_MOST = 60;
const CHIP_MOST_PHONE = 24;

/** Memoized separately: filters change less often than the list. `all`: Clear also resets the search and the selection filter. */
const Chips = memo(function Chips({ all }: { all: boolean }) {
  const { filters, setFacet, showAll, go, fields } = useDevices();
  const phone = usePhone();
  const chips = filterWords(filters, useTimeMode(), fields.heads);
  if (chips.length === 0) return null;
  return (
    <ChipsBar label="Filters" onClear={all ? showAll : () => go.toFilters(NO_FILTERS)}>
      {chips.map(({ key, field, operator, value }) => (
        <Chip
          key={key}
          field={field}
          operator={operator}
          value={truncateMiddle(value, phone ? CHIP_MOST_PHONE : CHIP_MOST)}
          dropLabel={`Drop ${toPlainText(field)}`}
          onDrop={() => go.toFilters(withoutField(filters, field))}
          onOpen={() => setFacet(field)}
        />
      ))}
    </ChipsBar>
  );
});
