import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { toPlainText } from '#lib/invisible.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import classes from './ColumnsMenu.module.css';

/** The columns that a grid can have, and the ways to choose among them. */
export type ColumnsOffered = {
  /** The keys of the columns that are shown, in their order, and of those that could be. */
  shown: readonly string[];
  others: readonly string[];
  /** How a column is called, where that is not its key. */
  nameOf?: (key: string) => string;
  /** Those that stay in view; they are the first that are shown. */
  pinned: readonly string[];
  /** Why a column is none at first. */
  noteOf?: (name: string) => string | undefined;
  /** Always is a column. */
  fixed?: string;
  onShown: (shown: readonly string[]) => void;
  onPinned: (pinned: readonly string[]) => void;
  /** Back to how it was at first; undefined where it is so. */
  onReset: (() => void) | undefined;
};

/** Which fields are columns, in which order, and which stay in view. */
export function ColumnsList({ columns }: { columns: ColumnsOffered }) {
  const { shown, others, nameOf = asItIs, noteOf, fixed, onShown, onReset } = columns;
  return (
    <>
      <ul className={classes['columns']}>
        {[...shown, ...others].map((field) => (
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
      {onReset && (
        <Button className={classes['reset']} look="plain" onClick={onReset}>
          Show all
        </Button>
      )}
    </>
  );
}

function asItIs(key: string): string {
  return key;
}

/** Pins a column and moves it among those that are pinned as it is. */
function Tools({ field, columns }: { field: string; columns: ColumnsOffered }) {
  const { shown, pinned, nameOf = asItIs, onShown, onPinned } = columns;
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
