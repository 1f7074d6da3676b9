import { useEffect, useState } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { kindOf } from '#fields/deviceField.ts';
import { textOf } from '#fields/FieldWord.tsx';
import { type ChangeList, listChanges } from '#fleet/changeList.ts';
import { formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { formatClock, formatTime, type TimeMode } from '#lib/time.ts';
import { devicePath } from '#paths/device.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { useTimeMode } from '#ui/timeMode.ts';
import classes from './ChangeDialog.module.css';
import type { Pending } from './useChanges.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'deviceID', label: 'deviceID', type: 'id', heading: true, sortable: false },
  { key: 'field', label: 'field', type: 'text', sortable: false },
  { key: 'was', label: 'was', type: 'text', sortable: false },
  { key: 'is', label: 'is', type: 'text', sortable: false, fill: true },
];

/** What a device that is not in a list says there. */
const NOWHERE = '–';

type Props = { pending: Pending; title: string; onApply: () => void; onClose: () => void };

/** Every field that a refresh changed, old and new, before it is applied. */
export function ChangeDialog({ pending, title, onApply, onClose }: Props) {
  const list = useList(pending);
  const mode = useTimeMode();
  const { earlier, later } = pending;
  const cell = (place: number, { key }: GridColumn): unknown => {
    const change = list?.at(place);
    if (!change) return undefined;
    if (key === 'deviceID') return change.id;
    if (key === 'field') return change.kind === 'changed' ? change.field : change.kind;
    if (change.kind === (key === 'was' ? 'new' : 'gone')) return NOWHERE;
    const field = change.kind === 'changed' ? change.field : 'name';
    return inWords(field, key === 'was' ? change.was : change.is, mode);
  };
  const rowPath = (place: number) => {
    const { id, kind } = list?.at(place) ?? {};
    return typeof id === 'string' && id !== '' && kind !== 'gone' ? devicePath(id) : undefined;
  };
  return (
    <Dialog
      title={title}
      aside={
        <span className={classes['span']}>
          {`${formatClock(earlier.fleet.fetchedAt)} to ${formatClock(later.fleet.fetchedAt)}`}
        </span>
      }
      opened
      onClose={onClose}
      width={880}
      footer={
        <>
          <Button look="primary" onClick={onApply}>
            Apply
          </Button>
          <span className={classes['span']}>
            {list ? `${formatCount(list.count)} ${list.count === 1 ? 'field' : 'fields'}` : 'listing…'}
          </span>
        </>
      }
    >
      <div className={classes['list']}>
        <DataGrid
          label="Changes"
          columns={COLUMNS}
          rowCount={list?.count ?? 0}
          cell={cell}
          version={`${mode} ${list?.count}`}
          sort={[]}
          onSort={() => undefined}
          rowPath={rowPath}
          compact
        />
      </div>
    </Dialog>
  );
}

function useList({ earlier, later, changes }: Pending): ChangeList | undefined {
  const [list, setList] = useState<ChangeList>();
  // listed between frames, beside React
  useEffect(() => {
    const slices = new Slices();
    slices.run(
      (function* () {
        setList(yield* listChanges(earlier, later, changes, CONNECTIVITY));
      })(),
    );
    return () => slices.cancel();
  }, [earlier, later, changes]);
  return list;
}

function inWords(field: string, value: unknown, mode: TimeMode): unknown {
  const kind = kindOf(field);
  if (kind === 'time' && typeof value === 'number') {
    return value === 0 ? 'never' : (formatTime(value, mode, Date.now()) ?? value);
  }
  return typeof value === 'boolean' || kind === 'connectivity' ? textOf(kind, value) : value;
}
