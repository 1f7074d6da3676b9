import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { kindOf, wordOf } from '#fields/deviceField.ts';
import { FieldName } from '#fields/FieldName.tsx';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { foldText } from '#lib/text/foldText.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { ChipsBar } from '#ui/page/Bars.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import classes from './FilterPanel.module.css';
import { type Filters, filterOf, filterWords, NO_FILTERS, storageIn, withoutField } from './filterWords.ts';
import { TimeRange } from './TimeRange.tsx';

/** Fields to filter by at the left, the chosen one's values at the right. Loaded when it is first wanted. */
export function FilterPanel({ fields, field }: { fields: readonly string[]; field: string }) {
  const { filters, setFacet, go } = useDevices();
  const { view } = useDeviceList();
  const [first] = useState(field);
  const clear = () => go.toFilters(withoutField(filters, field));
  const { values = [], range } = filterOf(filters, field);
  return (
    <>
      {/* where the bar has no room for them */}
      <div className={classes['further']}>
        <DeviceSelectors />
      </div>
      <div className={classes['panel']}>
        <Group className={classes['fields']} aria-label="Field" onKeyDown={moveByArrow}>
          {fields.map((name) => (
            <button
              key={name}
              ref={name === first ? takeFocus : undefined}
              className={`${shared['choice']} ${shared['row']}`}
              type="button"
              aria-pressed={name === field}
              // one stop of Tab for all of them, and arrow keys between
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
        {/* another field is another choice: nothing typed for one stays for the next */}
        {kindOf(field) === 'time' ? (
          <TimeRange
            key={field}
            field={field}
            range={range}
            onRange={(next) => go.toFilters({ ...filters, ranges: { ...filters.ranges, [field]: next } })}
            onClear={clear}
          />
        ) : (
          <FacetValues
            key={field}
            field={field}
            counts={view.facet(field)}
            chosen={values}
            onChoose={(next) => go.toFilters({ ...filters, facets: { ...filters.facets, [field]: next } })}
            onClear={clear}
          />
        )}
      </div>
      <div className={classes['done']}>
        <Button look="primary" wide onClick={() => setFacet(undefined)}>
          {`Show ${pluralize(view.rows.count, 'device')}`}
        </Button>
      </div>
    </>
  );
}

/** Arrow keys, Home and End choose another field, as in a list of tabs. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  const next = buttons.at((places[event.key] ?? Number.NaN) % buttons.length);
  if (at < 0 || !(event.key in places) || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/** The panel arrives after the popover, which had nothing to give the focus to. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function chosenOf(filters: Filters, field: string): string {
  const { values, range } = filterOf(filters, field);
  if (range) return '1';
  return values ? String(values.length) : '';
}

/** Values listed at a time; the rest is found by typing. */
const LISTED_MAX = 60;
/** As many values are found by looking. */
const FIND_LEAST = 10;

type ValuesProps = {
  field: string;
  counts: ReturnType<ViewSnapshot['facet']>;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  onClear: () => void;
};

/** The values of a field, most frequent first; each count is what would be shown with all other filters. */
function FacetValues({ field, counts, chosen, onChoose, onClear }: ValuesProps) {
  const [text, setText] = useState('');
  const { heads } = useDevices().fields;
  const word = (value: string) => wordOf(kindOf(field, storageIn(heads, field)), value);
  if (!counts) {
    const many = `${field} has too many different values to list. Search for one: ${field}:text`;
    return <p className={classes['hint']}>{counts === undefined ? 'Counting…' : many}</p>;
  }
  // a chosen value stays to be taken back, even where no row has it any more
  const gone = chosen.filter((value) => !counts.some((one) => one.value === value));
  const all = [...counts, ...gone.map((value) => ({ value, count: 0 }))];
  const typed = foldText(text.trim());
  const fitting = all.filter(({ value }) => foldText(word(value)).includes(typed));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const change = (value: string, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    if (next.length > 0) onChoose(next);
    else onClear();
  };
  return (
    <div className={shared['column']}>
      {all.length >= FIND_LEAST && (
        <SearchField
          className={classes['find']}
          aria-label={`Find in ${toPlainText(field)}`}
          placeholder={`Find among ${formatCount(all.length)}`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className={`${classes['values']} ${shared['scroll']}`}>
        {fitting.slice(0, LISTED_MAX).map(({ value, count }) => (
          <li key={value} data-chosen={chosen.includes(value) || undefined}>
            <Checkbox
              label={value === '' ? <em>{word(value)}</em> : <PlainText text={word(value)} />}
              aside={<Counted count={count} share={count / most} />}
              checked={chosen.includes(value)}
              onCheck={(on) => change(value, on)}
            />
          </li>
        ))}
      </ul>
      {fitting.length > LISTED_MAX && (
        <p className={classes['hint']}>{formatCount(fitting.length - LISTED_MAX)} more: type to find them.</p>
      )}
      {fitting.length === 0 && <p className={classes['hint']}>No value.</p>}
      <div className={`${classes['sum']} ${shared['row']} ${shared['small']}`}>
        {`Sum ${formatCount(counts.reduce((sum, { count }) => sum + count, 0))}, counted with your other filters`}
        {chosen.length > 0 && (
          <Button look="link" onClick={onClear}>
            {`Clear ${field}`}
          </Button>
        )}
      </div>
    </div>
  );
}

function Counted({ count, share }: { count: number; share: number }) {
  return (
    <>
      {/* custom properties are not in its type */}
      <span className={classes['bar']} style={{ '--share': share } as CSSProperties} aria-hidden />
      <span className={classes['number']}>{formatCount(count)}</span>
    </>
  );
}

/** What rows are filtered by, a chip each; nothing where they are not. */
export function FilterChips() {
  const { nothing } = useDeviceList();
  return <Chips all={nothing} />;
}

/** As much of a value as a chip shows; what tells long ones apart stands at either end. */
const CHIP_MOST = 60;
const CHIP_MOST_PHONE = 24;

/** Of themselves: filters change less often than the list. `all`: more is cleared than what the chips stand for. */
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
