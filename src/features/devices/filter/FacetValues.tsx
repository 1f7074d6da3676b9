import { type CSSProperties, type ReactNode, useState } from 'react';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { type FieldKind, kindOf, wordOf } from '#fields/deviceField.ts';
import { drawWord, hasWords } from '#fields/FieldWord.tsx';
import type { FacetCount } from '#fleet/questions/facets.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { foldText } from '#lib/text/foldText.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './FilterPanel.module.css';
import { storageIn } from './filterWords.ts';

/** Maximum number of values listed; a search finds the rest. */
export const LISTED_MAX = 100;
/** Minimum number of values for a search field. */
const FIND_LEAST = 10;

export type ChosenValuesProps = {
  field: string;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  onClear: () => void;
};

type Props = ChosenValuesProps & { counts: ReturnType<ViewSnapshot['facet']> };

/** Values of a field, most frequent first. Each count is the number of rows that pass all other filters. */
export function FacetValues({ counts, ...props }: Props) {
  const { field, chosen } = props;
  const [text, setText] = useState('');
  const kind = useFieldKind(field);
  if (!counts) return <p className={classes['hint']}>Counting…</p>;
  // a chosen value stays in the list, so that it can be removed, even without rows
  const gone = chosen.filter((value) => !counts.some((one) => one.value === value));
  const all = [...counts, ...gone.map((value) => ({ value, count: 0 }))];
  const typed = foldText(text.trim());
  const fitting = all.filter(({ value }) => foldText(wordOf(kind, value)).includes(typed));
  return (
    <div className={shared['column']}>
      {all.length >= FIND_LEAST && (
        <FindValues field={field} placeholder={`Find among ${formatCount(all.length)}`} text={text} onType={setText} />
      )}
      <ValueList {...props} counts={fitting.slice(0, LISTED_MAX)} />
      {fitting.length > LISTED_MAX && (
        <p className={classes['hint']}>{formatCount(fitting.length - LISTED_MAX)} more: type to find them.</p>
      )}
      {fitting.length === 0 && <p className={classes['hint']}>No value.</p>}
      <ValuesFooter {...props}>
        {`Sum ${formatCount(counts.reduce((sum, { count }) => sum + count, 0))}, counted with your other filters`}
      </ValuesFooter>
    </div>
  );
}

function useFieldKind(field: string): FieldKind {
  return kindOf(field, storageIn(useDevices().fields.heads, field));
}

type FindProps = { field: string; placeholder: string; text: string; onType: (text: string) => void };

export function FindValues({ field, placeholder, text, onType }: FindProps) {
  return (
    <SearchField
      className={classes['find']}
      aria-label={`Find in ${toPlainText(field)}`}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}

export function ValueList({ field, chosen, onChoose, counts }: ChosenValuesProps & { counts: readonly FacetCount[] }) {
  const kind = useFieldKind(field);
  const most = counts.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  return (
    <ul className={`${classes['values']} ${shared['scroll']}`}>
      {counts.map(({ value, count }) => (
        <li key={value} data-chosen={chosen.includes(value) || undefined}>
          <Checkbox
            label={drawValue(kind, value)}
            aside={<Counted count={count} share={count / most} />}
            checked={chosen.includes(value)}
            onCheck={(on) => onChoose(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        </li>
      ))}
    </ul>
  );
}

function drawValue(kind: FieldKind, value: string): ReactNode {
  const isFlag = value === 'true' || value === 'false';
  if (hasWords(kind) && (kind === 'connectivity' ? value !== '' : isFlag)) {
    return drawWord(kind, isFlag ? value === 'true' : value);
  }
  const word = wordOf(kind, value);
  return value === '' ? <em>{word}</em> : <PlainText text={word} />;
}

type FooterProps = Omit<ChosenValuesProps, 'onChoose'> & { children: ReactNode };

export function ValuesFooter({ field, chosen, onClear, children }: FooterProps) {
  return (
    <div className={`${classes['sum']} ${shared['row']} ${shared['small']}`}>
      <span>{children}</span>
      {chosen.length > 0 && (
        <Button look="link" onClick={onClear}>
          {`Clear ${field}`}
        </Button>
      )}
    </div>
  );
}

function Counted({ count, share }: { count: number; share: number }) {
  return (
    <>
      {/* CSSProperties has no custom properties */}
      <span className={classes['bar']} style={{ '--share': share } as CSSProperties} aria-hidden />
      <span className={classes['number']}>{formatCount(count)}</span>
    </>
  );
}
