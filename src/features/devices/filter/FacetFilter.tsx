import { type CSSProperties, type ReactNode, useState } from 'react';
import { useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { type FieldKind, formatValueLabel, getFieldKind } from '#fields/deviceField.ts';
import { hasValueLabels, renderValueLabel } from '#fields/renderValueLabel.tsx';
import type { FacetCount } from '#fleet/queries/facets.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { foldText } from '#lib/text/foldText.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { SearchField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { findFieldStorageType } from './describeFilters.ts';
import classes from './FilterPanel.module.css';

export const LISTED_VALUES_MAX = 100;
const SEARCH_VALUES_MIN = 10;

export type ValueFilterProps = {
  field: string;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  onClear: () => void;
};

type Props = ValueFilterProps & { counts: ReturnType<ViewSnapshot['getFacetCounts']> };

/** Values of a field, most frequent first. Each count is the number of rows that pass all other filters. */
export function FacetFilter({ counts, ...props }: Props) {
  const { field, chosen } = props;
  const [text, setText] = useState('');
  const kind = useFieldKind(field);
  if (!counts) return <p className={classes['hint']}>Counting…</p>;
  // a chosen value stays in the list, so that it can be removed, even without rows
  const chosenWithoutRows = chosen.filter((value) => !counts.some((one) => one.value === value));
  const all = [...counts, ...chosenWithoutRows.map((value) => ({ value, count: 0 }))];
  const searchText = foldText(text.trim());
  const matchingValues = all.filter(({ value }) => foldText(formatValueLabel(kind, value)).includes(searchText));
  return (
    <div className={shared['column']}>
      {all.length >= SEARCH_VALUES_MIN && (
        <ValueSearchField
          field={field}
          placeholder={`Search ${formatCount(all.length)} values`}
          text={text}
          onChange={setText}
        />
      )}
      <ValueCheckboxList {...props} counts={matchingValues.slice(0, LISTED_VALUES_MAX)} />
      {matchingValues.length > LISTED_VALUES_MAX && (
        <p className={classes['hint']}>
          {`${formatCount(matchingValues.length - LISTED_VALUES_MAX)} more. Type to search.`}
        </p>
      )}
      {matchingValues.length === 0 && <p className={classes['hint']}>No matching values.</p>}
      <ValueFilterFooter {...props}>
        {`Total ${formatCount(counts.reduce((sum, { count }) => sum + count, 0))}, with your other filters applied`}
      </ValueFilterFooter>
    </div>
  );
}

function useFieldKind(field: string): FieldKind {
  return getFieldKind(field, findFieldStorageType(useDevicesPage().fields.heads, field));
}

type ValueSearchFieldProps = { field: string; placeholder: string; text: string; onChange: (text: string) => void };

export function ValueSearchField({ field, placeholder, text, onChange }: ValueSearchFieldProps) {
  return (
    <SearchField
      className={classes['find']}
      aria-label={`Search ${toVisibleText(field)}`}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function ValueCheckboxList({
  field,
  chosen,
  onChoose,
  counts,
}: ValueFilterProps & { counts: readonly FacetCount[] }) {
  const kind = useFieldKind(field);
  const most = counts.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  return (
    <ul className={`${classes['values']} ${shared['scroll']}`}>
      {counts.map(({ value, count }) => (
        <li key={value} data-chosen={chosen.includes(value) || undefined}>
          <Checkbox
            label={renderValue(kind, value)}
            aside={<CountBar count={count} share={count / most} />}
            checked={chosen.includes(value)}
            onCheckedChange={(on) => onChoose(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        </li>
      ))}
    </ul>
  );
}

function renderValue(kind: FieldKind, value: string): ReactNode {
  const isFlag = value === 'true' || value === 'false';
  if (hasValueLabels(kind) && (kind === 'connectivity' ? value !== '' : isFlag)) {
    return renderValueLabel(kind, isFlag ? value === 'true' : value);
  }
  const word = formatValueLabel(kind, value);
  return value === '' ? <em>{word}</em> : <PlainText text={word} />;
}

type ValueFilterFooterProps = Omit<ValueFilterProps, 'onChoose'> & { children: ReactNode };

export function ValueFilterFooter({ field, chosen, onClear, children }: ValueFilterFooterProps) {
  return (
    <div className={`${classes['sum']} ${shared['row']} ${shared['small']}`}>
      <span>{children}</span>
      {chosen.length > 0 && (
        <Button variant="link" onClick={onClear}>
          {`Clear ${field}`}
        </Button>
      )}
    </div>
  );
}

function CountBar({ count, share }: { count: number; share: number }) {
  return (
    <>
      {/* CSSProperties has no custom properties */}
      <span className={classes['bar']} style={{ '--share': share } as CSSProperties} aria-hidden />
      <span className={classes['number']} translate="no">
        {formatCount(count)}
      </span>
    </>
  );
}
