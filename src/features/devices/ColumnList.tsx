import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import classes from './ColumnList.module.css';
import { type ColumnChoice, choiceOf, columnsShown } from './deviceColumns.ts';

export type ColumnsProps = {
  /** Every field that may be a column, in the order offered. */
  fields: readonly string[];
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
};

/**
 * Which fields are columns, in which order, and which stay in view. The device's ID leads to its page and always is one.
 * Loaded when it is first wanted.
 */
export function ColumnList({ fields, choice, onChoice }: ColumnsProps) {
  const { shown, pinned } = columnsShown(fields, choice);
  const { columns, pins } = choice;
  const check = (field: string, checked: boolean) =>
    onChoice(choiceOf(fields, checked ? [...shown, field] : shown.filter((one) => one !== field), choice));
  const pin = (field: string) => {
    const next = pinned.includes(field) ? pinned.filter((one) => one !== field) : [...pinned, field];
    onChoice({ columns, pins: next });
  };
  const move = (field: string, by: number) => {
    const from = shown.indexOf(field);
    const other = shown[from + by];
    if (other === undefined || pinned.includes(field) !== pinned.includes(other)) return;
    const next = [...shown];
    [next[from], next[from + by]] = [other, field];
    onChoice(choiceOf(fields, next, choice));
  };
  const tools = (field: string) => {
    const at = shown.indexOf(field);
    const group = (index: number) =>
      shown[index] !== undefined && pinned.includes(shown[index]) === pinned.includes(field);
    return (
      <span className={classes['tools']}>
        <IconButton
          label={`Pin ${field}`}
          tip="Stays in view at the left"
          aria-pressed={pinned.includes(field)}
          onClick={() => pin(field)}
        >
          {pinned.includes(field) ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </IconButton>
        <IconButton label={`Move ${field} up`} disabled={!group(at - 1)} onClick={() => move(field, -1)}>
          <IconArrowUp size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Move ${field} down`} disabled={!group(at + 1)} onClick={() => move(field, 1)}>
          <IconArrowDown size={14} aria-hidden />
        </IconButton>
      </span>
    );
  };
  return (
    <>
      <ul className={classes['values']}>
        {[...shown, ...fields.filter((field) => !shown.includes(field))].map((field) => (
          <li key={field}>
            <Checkbox
              label={field}
              checked={shown.includes(field)}
              disabled={field === 'deviceID'}
              onCheck={(checked) => check(field, checked)}
            />
            {shown.includes(field) && tools(field)}
          </li>
        ))}
      </ul>
      {(columns || pins) && (
        <Button
          className={classes['reset']}
          look="plain"
          onClick={() => onChoice({ columns: undefined, pins: undefined })}
        >
          Show all
        </Button>
      )}
    </>
  );
}
