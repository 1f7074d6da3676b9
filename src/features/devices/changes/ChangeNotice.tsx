import { useCallback, useMemo, useState } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import { textOf } from '#fields/FieldWord.tsx';
import { type ChangeList, type FieldChange, listChanges } from '#fleet/questions/changeList.ts';
import { CHANGES, type Changes } from '#fleet/questions/changes.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { formatClock, formatTime, type TimeMode } from '#lib/time/time.ts';
import { devicePath } from '#paths/device.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { Dialog } from '#ui/overlays/panel.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './ChangeDialog.module.css';
import type { Pending } from './useChanges.ts';

/** Of kinds whose names follow no number. */
const AFTER_NUMBER: ReadonlyMap<string, string> = new Map([
  ['admin changed', 'with another admin'],
  ['name changed', 'with another name'],
  ['other fields changed', 'with other fields changed'],
]);

/** What a refresh found; the rows stay as they are until it is applied. */
export function ChangeNotice({ pending }: { pending: Pending }) {
  const { apply } = useDevices();
  const [listed, setListed] = useState(false);
  const { changes, later } = pending;
  const words = `${formatCount(changes.total)} changed`;
  return (
    <>
      <NoticeLine
        title={words}
        action={{ label: 'Apply', run: apply }}
        further={
          <Button look="link" onClick={() => setListed(true)}>
            List them
          </Button>
        }
      >
        {`at ${formatClock(later.fleet.fetchedAt)}: ${changesInWords(changes)}. Rows stay as they are until you apply.`}
      </NoticeLine>
      {listed && <ChangeDialog pending={pending} title={words} onClose={() => setListed(false)} />}
    </>
  );
}

/** `3 came online, 1 new, 2 gone`; where devices changed in several ways, it says why that is more than their number. */
function changesInWords({ counts, gone, total }: Changes): string {
  const kinds = [...CHANGES.filter((change) => change !== 'new'), 'new' as const];
  const known = kinds.map((change) => ({ change, count: counts.get(change) ?? 0 }));
  const all = [...known, { change: 'gone', count: gone.count }].filter(({ count }) => count > 0);
  const sum = all.reduce((counted, { count }) => counted + count, 0);
  const words = all
    .map(({ change, count }) => `${formatCount(count)} ${AFTER_NUMBER.get(change) ?? change}`)
    .join(', ');
  return sum > total ? `${words}; a device with several changes counts in each` : words;
}

const COLUMNS: readonly GridColumn[] = [
  { key: 'deviceID', label: 'deviceID', type: 'id', heading: true, sortable: false },
  { key: 'field', label: 'field', type: 'text', sortable: false },
  { key: 'was', label: 'was', type: 'text', sortable: false },
  { key: 'is', label: 'is', type: 'text', sortable: false, fill: true },
];

/** What a device that is not in a list says there. */
const NOWHERE = '–';

/** Whatever changed. */
const EVERY = '';

type Props = { pending: Pending; title: string; onClose: () => void };

/** Every field that a refresh changed, old and new, before it is applied. */
function ChangeDialog({ pending, title, onClose }: Props) {
  const { apply } = useDevices();
  const { earlier, later, changes } = pending;
  const list = useSlices(
    useCallback(() => listChanges(earlier, later, changes, CONNECTIVITY), [earlier, later, changes]),
  );
  const [code, setCode] = useState(EVERY);
  const shown = useMemo(() => (list && code !== EVERY ? list.ofKind(Number(code)) : list), [list, code]);
  const mode = useTimeMode();
  const cell = (place: number, { key }: GridColumn) => valueIn(shown?.at(place), key, mode);
  const rowPath = (place: number) => {
    const { id, kind } = shown?.at(place) ?? {};
    return typeof id === 'string' && id !== '' && kind !== 'gone' ? devicePath(id) : undefined;
  };
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      size={{ width: 880 }}
      frame={{
        aside: (
          <span className={shared['muted']} data-spoken="phone">
            {`${formatClock(earlier.fleet.fetchedAt)} to ${formatClock(later.fleet.fetchedAt)}`}
          </span>
        ),
        footer: (
          <>
            <Button look="primary" onClick={apply}>
              Apply
            </Button>
            {list && list.kinds.length > 1 ? (
              <Pick aria-label="Changes shown" standard={EVERY} options={choices(list)} value={code} onPick={setCode} />
            ) : (
              <span className={shared['muted']}>{list ? counted(list.count, 'field') : 'listing…'}</span>
            )}
          </>
        ),
      }}
    >
      <div className={classes['list']}>
        <DataGrid
          label="Changes"
          columns={{ all: COLUMNS }}
          rows={{
            count: shown?.count ?? 0,
            cell,
            version: `${mode} ${code} ${list?.count}`,
            subject: code,
            path: rowPath,
            compact: true,
          }}
        />
      </div>
    </Dialog>
  );
}

function valueIn(change: FieldChange | undefined, column: string, mode: TimeMode): unknown {
  if (!change) return undefined;
  if (column === 'deviceID') return change.id;
  if (column === 'field') return change.kind === 'changed' ? change.field : change.kind;
  if (change.kind === (column === 'was' ? 'new' : 'gone')) return NOWHERE;
  const field = change.kind === 'changed' ? change.field : 'name';
  return inWords(field, column === 'was' ? change.was : change.is, mode);
}

function choices({ count, kinds }: ChangeList) {
  const own = kinds.map(({ code, name, count }) => ({ value: String(code), label: `${name} ${formatCount(count)}` }));
  return [{ value: EVERY, label: `all ${counted(count, 'field')}` }, ...own];
}

function inWords(field: string, value: unknown, mode: TimeMode): unknown {
  const kind = kindOf(field);
  if (kind === 'time' && typeof value === 'number') {
    return value === 0 ? 'never' : (formatTime(value, mode, Date.now()) ?? value);
  }
  return typeof value === 'boolean' || kind === 'connectivity' ? textOf(kind, value) : value;
}
