import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { announce } from '#lib/tasks/announce.ts';
import { foldText } from '#lib/text/foldText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { columnWidth } from '#ui/grid/gridColumn.ts';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './ColumnsMenu.module.css';

export type ColumnsOffered = {
  shown: readonly string[];
  others: readonly string[];
  nameOf?: (key: string) => string;
  /** Pinned columns; they come first in `shown`. */
  pinned: readonly string[];
  noteOf?: (name: string) => string | undefined;
  /** Column that cannot be hidden. */
  fixed?: string;
  onShown: (shown: readonly string[]) => void;
  onPinned: (pinned: readonly string[]) => void;
  widthOf: (key: string) => number | undefined;
  onWidth: (key: string, width: number | undefined) => void;
  onWidthsReset: () => void;
  /** Restores the defaults; undefined if unchanged. */
  onReset: (() => void) | undefined;
};

const FIND_LEAST = 10;

export function ColumnsList({ columns }: { columns: ColumnsOffered }) {
  const { shown, others, nameOf = asItIs, noteOf, fixed, widthOf, onShown, onWidthsReset, onReset } = columns;
  const [text, setText] = useState('');
  const typed = foldText(text.trim());
  const all = [...shown, ...others];
  const found = all.filter((field) => foldText(nameOf(field)).includes(typed));
  useAnnouncement(typed === '' ? undefined : pluralize(found.length, 'column'), 'columns');
  const show = (next: readonly string[]) => {
    onShown(next);
    announce(`${formatCount(next.length)} of ${pluralize(all.length, 'column')} shown`, 'columns');
  };
  /** The column shown if all others are hidden. */
  const least = fixed ?? shown[0];
  const showOnly = (fields: readonly string[]) => {
    const kept = least === undefined || (fields.length > 0 && fixed === undefined) ? [] : [least];
    show([...new Set([...kept, ...fields])]);
  };
  return (
    <>
      {all.length >= FIND_LEAST && (
        <SearchField
          className={classes['find']}
          aria-label="Find a column"
          placeholder={`Find among ${formatCount(all.length)} columns`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className={`${classes['columns']} ${shared['scroll']}`}>
        {found.map((field) => (
          <li key={field}>
            <Checkbox
              label={nameOf(field)}
              aside={noteOf?.(field)}
              checked={shown.includes(field)}
              disabled={field === fixed}
              onCheck={(checked) => onShown(checked ? [...shown, field] : shown.filter((one) => one !== field))}
            />
            {shown.includes(field) && <Tools field={field} columns={columns} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes['none']}>No column has this name.</p>}
      <div className={`${classes['foot']} ${shared['foot']} ${shared['wrap']}`}>
        <Button look="plain" onClick={() => showOnly([])}>
          None
        </Button>
        {typed !== '' && (
          <Button look="plain" disabled={found.length === 0} onClick={() => showOnly(found)}>
            {`Only these ${formatCount(found.length)}`}
          </Button>
        )}
        {shown.some((field) => widthOf(field) !== undefined) && (
          <Button look="plain" onClick={onWidthsReset}>
            Fit all
          </Button>
        )}
        {onReset && (
          <Button look="plain" onClick={onReset}>
            Show all
          </Button>
        )}
        <span className={`${classes['shown']} ${shared['small']}`}>
          {`${formatCount(shown.length)} of ${formatCount(all.length)} shown`}
        </span>
      </div>
    </>
  );
}

/** Column width in px, applied on Enter or blur; empty fits the values. */
function WidthField({ name, width, onWidth }: { name: string; width: number | undefined; onWidth: WidthChange }) {
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    if (typed === undefined) return;
    const number = Number(typed.trim() || Number.NaN);
    if (typed.trim() === '') onWidth(undefined);
    else if (Number.isFinite(number)) onWidth(columnWidth(number));
    setTyped(undefined);
  };
  return (
    <TextField
      className={classes['width']}
      aria-label={`Width of ${name} in pixels`}
      data-tip="Width in pixels"
      inputMode="numeric"
      placeholder="fits"
      value={typed ?? (width === undefined ? '' : String(width))}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}

type WidthChange = (width: number | undefined) => void;

function asItIs(key: string): string {
  return key;
}

/** Pins a column, and moves it among columns with the same pinned state. */
function Tools({ field, columns }: { field: string; columns: ColumnsOffered }) {
  const { shown, pinned, nameOf = asItIs, widthOf, onShown, onPinned, onWidth } = columns;
  const name = toPlainText(nameOf(field));
  const isPinned = pinned.includes(field);
  const from = shown.indexOf(field);
  const neighbour = (by: number) => {
    const other = shown[from + by];
    return other !== undefined && pinned.includes(other) === isPinned ? other : undefined;
  };
  const move = (by: number) => {
    const other = neighbour(by);
    if (other === undefined) return;
    const next = [...shown];
    [next[from], next[from + by]] = [other, field];
    onShown(next);
  };
  return (
    <span className={classes['tools']}>
      <WidthField name={name} width={widthOf(field)} onWidth={(width) => onWidth(field, width)} />
      <IconButton
        label={`Pin ${name}`}
        tip="Stays in view at the left"
        aria-pressed={isPinned}
        onClick={() => onPinned(isPinned ? pinned.filter((one) => one !== field) : [...pinned, field])}
      >
        {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
      </IconButton>
      <IconButton label={`Move ${name} up`} disabled={neighbour(-1) === undefined} onClick={() => move(-1)}>
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={neighbour(1) === undefined} onClick={() => move(1)}>
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
