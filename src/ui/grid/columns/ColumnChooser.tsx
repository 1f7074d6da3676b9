import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { announce } from '#lib/tasks/announce.ts';
import { foldText } from '#lib/text/foldText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { clampColumnWidth } from '#ui/grid/gridColumn.ts';
import { SearchField, TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './ColumnsMenu.module.css';

export type ColumnOptions = {
  shown: readonly string[];
  hidden: readonly string[];
  getLabel?: (key: string) => string;
  pinned: readonly string[];
  getNote?: (name: string) => string | undefined;
  /** Shown below a chosen column. */
  renderDetails?: (key: string) => ReactNode;
  requiredColumn?: string;
  onShownChange: (shown: readonly string[]) => void;
  onPinnedChange: (pinned: readonly string[]) => void;
  getWidth: (key: string) => number | undefined;
  onWidthChange: (key: string, width: number | undefined) => void;
  onResetWidths: () => void;
  onReset: (() => void) | undefined;
};

const MIN_COLUMNS_FOR_SEARCH = 10;

export function ColumnChooser({ columns }: { columns: ColumnOptions }) {
  const {
    shown,
    hidden,
    getLabel = getKeyAsLabel,
    getNote,
    renderDetails,
    requiredColumn,
    getWidth,
    onShownChange,
    onResetWidths,
    onReset,
  } = columns;
  const [text, setText] = useState('');
  const typed = foldText(text.trim());
  const all = [...shown, ...hidden];
  const found = all.filter((field) => foldText(getLabel(field)).includes(typed));
  useAnnouncement(typed === '' ? undefined : formatCountWithNoun(found.length, 'column'), 'columns');
  const show = (next: readonly string[]) => {
    onShownChange(next);
    announce(`${formatCount(next.length)} of ${formatCountWithNoun(all.length, 'column')} shown`, 'columns');
  };
  const least = requiredColumn ?? shown[0];
  const showOnly = (fields: readonly string[]) => {
    const kept = least === undefined || (fields.length > 0 && requiredColumn === undefined) ? [] : [least];
    show([...new Set([...kept, ...fields])]);
  };
  return (
    <>
      {all.length >= MIN_COLUMNS_FOR_SEARCH && (
        <SearchField
          className={classes['find']}
          aria-label="Search columns"
          placeholder={`Search ${formatCount(all.length)} columns`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className={`${classes['columns']} ${shared['scroll']}`}>
        {found.map((field) => (
          <li key={field}>
            <Checkbox
              label={getLabel(field)}
              aside={getNote?.(field)}
              checked={shown.includes(field)}
              disabled={field === requiredColumn}
              onCheckedChange={(checked) =>
                onShownChange(checked ? [...shown, field] : shown.filter((one) => one !== field))
              }
            />
            {shown.includes(field) && <ColumnTools field={field} columns={columns} />}
            {shown.includes(field) && renderDetails?.(field)}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes['none']}>No matching columns.</p>}
      <div className={`${classes['foot']} ${shared['footer']} ${shared['wrap']}`}>
        <Button variant="plain" onClick={() => showOnly([])}>
          None
        </Button>
        {typed !== '' && (
          <Button variant="plain" disabled={found.length === 0} onClick={() => showOnly(found)}>
            {`Show only these ${formatCount(found.length)}`}
          </Button>
        )}
        {shown.some((field) => getWidth(field) !== undefined) && (
          <Button variant="plain" onClick={onResetWidths}>
            Fit all
          </Button>
        )}
        {onReset && (
          <Button variant="plain" onClick={onReset}>
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

/** Input for a column width in px, applied on Enter or blur. An empty input fits the column to its values. */
function ColumnWidthField({
  name,
  width,
  onWidth,
}: {
  name: string;
  width: number | undefined;
  onWidth: WidthChangeHandler;
}) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed === undefined) return;
    const number = Number(typed.trim() || Number.NaN);
    if (typed.trim() === '') onWidth(undefined);
    else if (Number.isFinite(number)) onWidth(clampColumnWidth(number));
    setTyped(undefined);
  };
  return (
    <TextField
      className={classes['width']}
      aria-label={`Width of ${name} in pixels`}
      data-tip="Width in pixels"
      inputMode="numeric"
      placeholder="auto"
      value={typed ?? (width === undefined ? '' : String(width))}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}

type WidthChangeHandler = (width: number | undefined) => void;

function getKeyAsLabel(key: string): string {
  return key;
}

function ColumnTools({ field, columns }: { field: string; columns: ColumnOptions }) {
  const { shown, pinned, getLabel = getKeyAsLabel, getWidth, onShownChange, onPinnedChange, onWidthChange } = columns;
  const name = toVisibleText(getLabel(field));
  const isPinned = pinned.includes(field);
  const from = shown.indexOf(field);
  const findNeighbor = (by: number) => {
    const other = shown[from + by];
    return other !== undefined && pinned.includes(other) === isPinned ? other : undefined;
  };
  const move = (by: number) => {
    const other = findNeighbor(by);
    if (other === undefined) return;
    const next = [...shown];
    [next[from], next[from + by]] = [other, field];
    onShownChange(next);
  };
  return (
    <span className={classes['tools']}>
      <ColumnWidthField name={name} width={getWidth(field)} onWidth={(width) => onWidthChange(field, width)} />
      <IconButton
        label={`Pin ${name}`}
        tooltip="Keeps the column visible on the left"
        aria-pressed={isPinned}
        onClick={() => onPinnedChange(isPinned ? pinned.filter((one) => one !== field) : [...pinned, field])}
      >
        {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
      </IconButton>
      <IconButton label={`Move ${name} up`} disabled={findNeighbor(-1) === undefined} onClick={() => move(-1)}>
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={findNeighbor(1) === undefined} onClick={() => move(1)}>
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
