import { type ReactNode, useEffect, useState } from 'react';
import { hostOf } from '#api/connection.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevices, useDevicesSearch, useSelection } from '#features/devices/DevicesPlace.tsx';
import { kindOf } from '#fields/deviceField.ts';
import { DEVICE_FORMATS, type DeviceFormat, type TimeFormat } from '#fleet/deviceText.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import { getFilterJoins, getNeededJoins } from '#fleet/shown/neededJoins.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { formatIso } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Export.module.css';
import { nameJoins, type RowsSource } from './findRows.ts';
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
  /** Adds a byte order mark, so that Excel detects UTF-8. */
  excel: boolean;
  manifest: boolean;
  /** File name as typed, without its extension. */
  name?: string;
};

function useExportWish(selected: boolean) {
  const { connection, state, fields } = useDevices();
  const { view } = useDeviceList();
  const { search } = useDevicesSearch();
  const source = useRowsSource(selected);
  const [wish, setWish] = useState<Wish>({ format: 'csv', times: 'iso', excel: true, manifest: true });
  const stem = wish.name ?? stemOf(hostOf(connection.baseUrl), view.fleet.fetchedAt);
  const start = () => {
    const { format, times, excel, manifest } = wish;
    const described = fields.shown.map((field) => {
      const kind = kindOf(field, view.fleet.columns.find(({ name }) => name === field)?.storage);
      return { field, time: kind === 'time', id: kind === 'id' };
    });
    exportDevices({
      source,
      options: { format, times, excel, columns: described },
      name: `${stem.trim() || 'devices'}.${format}`,
      manifest: manifest ? { connection, state: { ...state, search }, selected } : undefined,
    });
  };
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  return { wish, change, stem, source, start };
}

export function ExportForm({ selected, onDone }: { selected: boolean; onDone: () => void }) {
  const { connection, fields } = useDevices();
  const { view, filtering } = useDeviceList();
  const selection = useSelection();
  const { count } = selected ? selection : view.rows;
  const { wish, change, stem, source, start } = useExportWish(selected);
  const counting = filtering && !selected;
  const { format, times, excel, manifest } = wish;
  const rows = pluralize(count, 'row');
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
        {selected && `the ${formatCount(count)} selected`}
        {!selected && (counting ? 'those that pass the filters' : `the ${formatCount(count)} shown, in this order`)}
      </Line>
      <NotKnown source={source} />
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
          {counting ? `Export when ${nameJoins(source.awaited)} is loaded` : `Export ${rows}`}
        </Button>
        <Button look="plain" size="form" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns the rows to export, with the joined fields that they still lack. */
function useRowsSource(selected: boolean): RowsSource {
  const { connection, request, fields, setExporting } = useDevices();
  const { view, asked, selection, lacking, coming } = useDeviceList();
  // connectivity of a long list may be requested only for the export
  useEffect(() => {
    setExporting(true);
    return () => setExporting(false);
  }, [setExporting]);
  const { search, facets, ranges, sort } = asked;
  const none = { facet: undefined, shown: [], compared: [] };
  const needed = getNeededJoins({ search, facets, ranges, sort, exported: fields.shown, ...none });
  const without = lacking.filter((field) => needed.includes(field));
  // of a list that is still loading, the rows received so far are exported
  const awaited = view.fleet.state === 'reading' ? [] : without.filter((field) => coming.includes(field));
  const unknown = without.filter((field) => !awaited.includes(field));
  const taken = selected || asked.onlySelected ? selection.snapshot() : undefined;
  const own = taken && { snapshot: () => taken };
  return { connection, request, view, asked, selection: own, selected, awaited, unknown };
}

function NotKnown({ source: { awaited, unknown, asked, view } }: { source: RowsSource }) {
  const { error } = useDeviceList().connectivity;
  if (awaited.length === 0 && unknown.length === 0) return null;
  const filters = getFilterJoins(asked);
  const reasonOf = (field: string) => {
    if (field === INVENTORY) return 'No list is pasted in this tab.';
    if (view.fleet.state === 'reading') return `The list is still loading; ${nameJoins([field])} follows at its end.`;
    return `Could not load ${nameJoins([field])}${field === CONNECTIVITY_FIELD && error ? `: ${error.message}` : '.'}`;
  };
  const effectOf = (field: string) =>
    filters.includes(field)
      ? 'The filter by it finds no devices.'
      : 'Its column stays empty, and rows are not sorted by it.';
  return (
    <Line label="Not known">
      {awaited.length > 0 && <p>{`The export waits until ${nameJoins(awaited)} is loaded. You can skip the wait.`}</p>}
      {unknown.map((field) => (
        <p key={field}>{`${reasonOf(field)} ${effectOf(field)}`}</p>
      ))}
    </Line>
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
