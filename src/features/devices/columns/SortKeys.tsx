import { IconX } from '@tabler/icons-react';
import classes from '#features/devices/list/DeviceSheet.module.css';
import { kindOf } from '#fields/deviceField.ts';
import type { DevicesState } from '#paths/devices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';

type SortKey = DevicesState['sort'][number];

type Props = {
  fields: readonly string[];
  sort: readonly SortKey[];
  onSort: (sort: SortKey[]) => void;
};

/** What rows are sorted by, one field after another, without headings to press. */
export function SortKeys({ fields, sort, onSort }: Props) {
  const unused = fields.filter((field) => !sort.some((key) => key.field === field));
  const change = (at: number, next: SortKey) => onSort(sort.map((key, index) => (index === at ? next : key)));
  return (
    <>
      {sort.length === 0 && <p className={classes['note']}>Rows are in the service’s order.</p>}
      <ol className={classes['keys']}>
        {sort.map(({ field, descending }, at) => (
          <li key={field}>
            <span className={classes['word']} aria-hidden>
              {at === 0 ? 'by' : 'then by'}
            </span>
            <Pick
              aria-label={at === 0 ? 'Sort by' : `Then by, ${at + 1}`}
              size="form"
              options={fields.filter((one) => one === field || unused.includes(one))}
              value={field}
              onPick={(next) => change(at, { field: next, descending })}
            />
            <Pick
              aria-label={`Order of ${field}`}
              size="form"
              options={ordersOf(field)}
              value={descending ? 'descending' : 'ascending'}
              onPick={(order) => change(at, { field, descending: order === 'descending' })}
            />
            <IconButton
              label={`Do not sort by ${field}`}
              onClick={() => onSort(sort.filter((_, index) => index !== at))}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {unused[0] !== undefined && (
        <Button look="link" onClick={() => onSort([...sort, { field: unused[0] ?? '', descending: false }])}>
          {sort.length === 0 ? '+ Sort by' : '+ Then by'}
        </Button>
      )}
    </>
  );
}

function ordersOf(field: string) {
  const time = kindOf(field) === 'time';
  return [
    { value: 'ascending', label: time ? 'oldest first' : 'ascending' },
    { value: 'descending', label: time ? 'newest first' : 'descending' },
  ] as const;
}
