import { useCallback, useMemo, useState } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import { formatFieldValue } from '#fields/renderValueLabel.tsx';
import { DEVICE_CHANGE_KINDS, type FleetChanges } from '#fleet/queries/compareFleets.ts';
import { type DeviceFieldChange, type FieldChangeList, listFieldChanges } from '#fleet/queries/fieldChangeList.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, formatTimeOfDay, type TimeMode } from '#lib/time/time.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { Notice } from '#ui/notices/Notice.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { type PendingChanges, useChangeLog } from './changeLog.ts';
import classes from './DeviceChanges.module.css';

const CHANGE_COLUMNS: readonly GridColumn[] = [
  { key: 'deviceID', label: 'deviceID', type: 'id', isRowHeader: true, sortable: false },
  { key: 'field', label: 'field', type: 'text', sortable: false },
  { key: 'was', label: 'was', type: 'text', sortable: false },
  { key: 'is', label: 'is', type: 'text', sortable: false, fill: true },
];

const TIME_COLUMN: GridColumn = { key: 'at', label: 'at', type: 'time', showSeconds: true, sortable: false };
const LOG_COLUMNS = [TIME_COLUMN, ...CHANGE_COLUMNS];
const PHONE_LOG_COLUMNS = [...CHANGE_COLUMNS, TIME_COLUMN];

const CHANGE_PHRASES: ReadonlyMap<string, string> = new Map([
  ['admin changed', 'with another admin'],
  ['name changed', 'with another name'],
  ['other fields changed', 'with other fields changed'],
]);

export function PendingChangesNotice({ pending }: { pending: PendingChanges }) {
  const { apply } = useDevicesPage();
  const [isListOpen, setIsListOpen] = useState(false);
  const { changes, later } = pending;
  const words = `${formatCount(changes.total)} changed`;
  return (
    <>
      <Notice
        title={words}
        action={{ label: 'Apply', run: apply }}
        extraActions={
          <Button variant="link" onClick={() => setIsListOpen(true)}>
            Show changes
          </Button>
        }
      >
        {`at ${formatTimeOfDay(later.fleet.fetchedAt)}: ${describeChanges(changes)}. Rows do not change until you apply.`}
      </Notice>
      {isListOpen && <PendingChangesDialog pending={pending} title={words} onClose={() => setIsListOpen(false)} />}
    </>
  );
}

/** Formats the changes, such as `3 came online, 1 new, 2 gone`. Adds a note if they exceed the number of devices. */
function describeChanges({ counts, removed, total }: FleetChanges): string {
  const kinds = [...DEVICE_CHANGE_KINDS.filter((change) => change !== 'new'), 'new' as const];
  const known = kinds.map((change) => ({ change, count: counts.get(change) ?? 0 }));
  const all = [...known, { change: 'gone', count: removed.count }].filter(({ count }) => count > 0);
  const sum = all.reduce((counted, { count }) => counted + count, 0);
  const words = all
    .map(({ change, count }) => `${formatCount(count)} ${CHANGE_PHRASES.get(change) ?? change}`)
    .join(', ');
  return sum > total ? `${words}; a device with several changes is counted in each` : words;
}

const ALL_KINDS = '';

type Props = { pending: PendingChanges; title: string; onClose: () => void };

function PendingChangesDialog({ pending, title, onClose }: Props) {
  const { apply } = useDevicesPage();
  const { earlier, later, changes } = pending;
  const list = useTimeSlicedResult(
    useCallback(() => listFieldChanges(earlier, later, changes, CONNECTIVITY_FIELD), [earlier, later, changes]),
  );
  const [code, setCode] = useState(ALL_KINDS);
  const shown = useMemo(() => (list && code !== ALL_KINDS ? list.getByKind(Number(code)) : list), [list, code]);
  const mode = useTimeMode();
  const cell = (place: number, { key }: GridColumn) => getChangeCellValue(shown?.at(place), key, mode);
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      size={{ width: 880 }}
      frame={{
        aside: (
          <span className={shared['muted']} data-spoken="phone">
            {`${formatTimeOfDay(earlier.fleet.fetchedAt)} to ${formatTimeOfDay(later.fleet.fetchedAt)}`}
          </span>
        ),
        footer: (
          <>
            <Button variant="primary" onClick={apply}>
              Apply
            </Button>
            {list && list.kinds.length > 1 ? (
              <Select
                aria-label="Changes shown"
                unhighlightedValue={ALL_KINDS}
                options={createKindOptions(list)}
                value={code}
                onValueChange={setCode}
              />
            ) : (
              <span className={shared['muted']}>{list ? formatCountWithNoun(list.count, 'field') : 'listing…'}</span>
            )}
          </>
        ),
      }}
    >
      <div className={classes['list']}>
        <DataGrid
          label="Changes"
          columns={{ all: CHANGE_COLUMNS }}
          rows={{
            count: shown?.count ?? 0,
            getCellValue: cell,
            version: `${mode} ${code} ${list?.count}`,
            scrollResetKey: code,
            getRowPath: (place) => buildChangedDeviceUrl(shown?.at(place)),
            compact: true,
          }}
        />
      </div>
    </Dialog>
  );
}

function createKindOptions({ count, kinds }: FieldChangeList) {
  const own = kinds.map(({ code, name, count }) => ({ value: String(code), label: `${name} ${formatCount(count)}` }));
  return [{ value: ALL_KINDS, label: `all ${formatCountWithNoun(count, 'field')}` }, ...own];
}

export function ChangeLogDialog() {
  const { connection, setLookingBack } = useDevicesPage();
  const { changes, forgotten } = useChangeLog(connection.id);
  const mode = useTimeMode();
  const columns = useIsPhone() ? PHONE_LOG_COLUMNS : LOG_COLUMNS;
  const cell = (place: number, { key }: GridColumn) =>
    key === 'at' ? changes[place]?.at : getChangeCellValue(changes[place], key, mode);
  return (
    <Dialog
      title="What changed"
      opened
      onClose={() => setLookingBack(false)}
      size={{ width: 1000 }}
      frame={{ aside: <span className={shared['muted']}>{`since ${formatTimeOfDay(performance.timeOrigin)}`}</span> }}
    >
      {changes.length === 0 ? (
        <p>No changes have been applied yet.</p>
      ) : (
        <div className={classes['list']}>
          <DataGrid
            label="What changed"
            columns={{ all: columns }}
            rows={{
              count: changes.length,
              getCellValue: cell,
              version: `${mode} ${changes.length} ${changes[0]?.at}`,
              getRowPath: (place) => buildChangedDeviceUrl(changes[place]),
              compact: true,
            }}
          />
        </div>
      )}
      {forgotten > 0 && (
        <p>{`${formatCountWithNoun(forgotten, 'older change')} not shown. Only the newest ${formatCount(changes.length)} are kept.`}</p>
      )}
    </Dialog>
  );
}

const NO_VALUE = '–';

function getChangeCellValue(change: DeviceFieldChange | undefined, column: string, mode: TimeMode): unknown {
  if (!change) return undefined;
  if (column === 'deviceID') return change.id;
  if (column === 'field') return change.kind === 'changed' ? change.field : change.kind;
  if (change.kind === (column === 'was' ? 'new' : 'gone')) return NO_VALUE;
  const field = change.kind === 'changed' ? change.field : 'name';
  return formatChangedValue(field, column === 'was' ? change.was : change.is, mode);
}

function buildChangedDeviceUrl(change: DeviceFieldChange | undefined): string | undefined {
  const { id, kind } = change ?? {};
  return typeof id === 'string' && id !== '' && kind !== 'gone' ? buildDeviceUrl(id) : undefined;
}

function formatChangedValue(field: string, value: unknown, mode: TimeMode): unknown {
  const kind = getFieldKind(field, { boolean: 'flag', number: 'number' }[String(typeof value)]);
  if (kind === 'time' && typeof value === 'number') {
    return value === 0 ? 'never' : (formatTime(value, mode, getServiceTime()) ?? value);
  }
  return typeof value === 'boolean' || kind === 'connectivity' ? formatFieldValue(kind, value) : value;
}
