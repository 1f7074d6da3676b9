import { type ReactNode, useState } from 'react';
import { hostOf } from '#api/connection.ts';
import { useDeviceList, useDevices, useDevicesSearch, useSelection } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import { DEVICE_FORMATS, type DeviceFormat, type TimeFormat } from '#fleet/deviceText.ts';
import { selectedRows } from '#fleet/shown/selectedIds.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { formatIso } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Export.module.css';
import { exportDevices } from './writeDevices.ts';

const FORMATS = DEVICE_FORMATS.map((value) => ({
  value,
  label: { csv: 'CSV', json: 'JSON', ndjson: 'NDJSON' }[value],
}));

const TIMES: readonly { value: TimeFormat; label: string }[] = [
  { value: 'iso', label: 'ISO 8601' },
  { value: 'epoch', label: 'epoch ms' },
  { value: 'both', label: 'both' },
];

type Wish = {
  format: DeviceFormat;
  times: TimeFormat;
  /** Begins with the mark that Excel knows UTF-8 by. */
  excel: boolean;
  manifest: boolean;
  /** As it was typed, without its ending. */
  name?: string;
};

/** What is chosen, and the way to have it written. */
function useExportWish(selected: boolean) {
  const { connection, state, fields } = useDevices();
  const { view, selection } = useDeviceList();
  const { search } = useDevicesSearch();
  const [wish, setWish] = useState<Wish>({ format: 'csv', times: 'iso', excel: true, manifest: true });
  const [slices] = useState(() => new Slices());
  const stem = wish.name ?? stemOf(hostOf(connection.baseUrl), view.fleet.fetchedAt);
  function* start(): Generator<void> {
    const { format, times, excel, manifest } = wish;
    const described = fields.shown.map((field) => {
      const kind = kindOf(field, view.fleet.columns.find(({ name }) => name === field)?.storage);
      return { field, time: kind === 'time', id: kind === 'id' };
    });
    const rows = selected ? yield* selectedRows(view, selection) : view.rows;
    exportDevices({
      view,
      rows,
      options: { format, times, excel, columns: described },
      name: `${stem.trim() || 'devices'}.${format}`,
      manifest: manifest ? { connection, state: { ...state, search }, selected } : undefined,
    });
  }
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  return { wish, change, stem, start: () => slices.run(start()) };
}

/** What will be written, and as what: the rows that are selected, or else those shown. */
export function ExportForm({ selected, onDone }: { selected: boolean; onDone: () => void }) {
  const { connection, fields } = useDevices();
  const { view } = useDeviceList();
  const selection = useSelection();
  const { count } = selected ? selection : view.rows;
  const { wish, change, stem, start } = useExportWish(selected);
  const { format, times, excel, manifest } = wish;
  const rows = counted(count, 'row');
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
        start();
      }}
    >
      <Line label="Rows" hint={`${fields.shown.length} columns: ${fields.shown.join(', ')}`}>
        {selected ? `the ${formatCount(count)} selected` : `the ${formatCount(count)} shown, in this order`}
      </Line>
      <Line
        label="Format"
        hint={format === 'csv' && excel ? 'A mark at the start so that Excel reads UTF-8; IDs stay text.' : undefined}
      >
        <Segmented label="Format" options={FORMATS} value={format} onPick={(next) => change({ format: next })} />
        {format === 'csv' && <Checkbox label="for Excel" checked={excel} onCheck={(on) => change({ excel: on })} />}
      </Line>
      <Line label="Times">
        <Pick aria-label="Times" options={TIMES} value={times} onPick={(next) => change({ times: next })} />
      </Line>
      <Line label="Manifest" hint={`${hostOf(connection.baseUrl)}, filters, time, SHA-256. No key, no token.`}>
        <Checkbox label="a second file beside it" checked={manifest} onCheck={(on) => change({ manifest: on })} />
      </Line>
      <Line label="Name">
        <TextField
          className={classes['name']}
          aria-label="File name"
          value={stem}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </Line>
      <div className={classes['footer']}>
        <Button type="submit" look="primary" size="form">
          {`Export ${rows}`}
        </Button>
        <Button look="plain" size="form" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Line({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <span className={shared['muted']}>{label}</span>
      <div className={`${classes['choices']} ${shared['row']}`}>{children}</div>
      {hint && <p className={`${classes['hint']} ${shared['small']}`}>{hint}</p>}
    </div>
  );
}

function stemOf(host: string, fetchedAt: number): string {
  const safe = host.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
  return `${safe}-devices-${formatIso(fetchedAt || Date.now())
    .slice(0, 16)
    .replace('T', '-')
    .replace(':', '')}`;
}
