import { type ReactNode, useEffect, useState } from 'react';
import { getHost } from '#api/connection.ts';
import { CONNECTIVITY_FIELD, FAILED_CHECKS_FIELD, isFieldFromDocuments, PASTED_LIST_FIELD } from '#contract/device.ts';
import {
  useDeviceList,
  useDeviceSelection,
  useDevicesPage,
  useDevicesSearch,
} from '#features/devices/DevicesProvider.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import { DEVICE_EXPORT_FORMATS, type DeviceExportFormat, type TimeFormat } from '#fleet/formatDevices.ts';
import { getJoinedFilterFields, getNeededJoinedFields } from '#fleet/shown/neededJoinedFields.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { useServices } from '#services/ServicesProvider.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './Export.module.css';
import { type ExportRowsSource, formatJoinedFieldNames } from './resolveExportRows.ts';
import { startDeviceExport } from './startDeviceExport.ts';

const FORMAT_OPTIONS = DEVICE_EXPORT_FORMATS.map((value) => ({
  value,
  label: { csv: 'CSV', json: 'JSON', ndjson: 'NDJSON' }[value],
}));

const TIME_OPTIONS: readonly { value: TimeFormat; label: string }[] = [
  { value: 'iso', label: 'ISO 8601' },
  { value: 'epoch', label: 'epoch ms' },
  { value: 'both', label: 'both' },
];

type ExportFormValues = {
  format: DeviceExportFormat;
  times: TimeFormat;
  /** Adds a byte order mark, so that Excel detects UTF-8. */
  forExcel: boolean;
  withManifest: boolean;
  name?: string;
};

function useExportForm(selected: boolean) {
  const services = useServices();
  const { connection, state, fields } = useDevicesPage();
  const { view } = useDeviceList();
  const { search } = useDevicesSearch();
  const mode = useTimeMode();
  const source = useRowsSource(selected);
  const [values, setValues] = useState<ExportFormValues>({
    format: 'csv',
    times: 'iso',
    forExcel: true,
    withManifest: true,
  });
  const fileName = values.name ?? getDefaultFileName(getHost(connection.baseUrl), view.fleet.fetchedAt, mode);
  const start = () => {
    const { format, times, forExcel, withManifest } = values;
    const columns = fields.shown.map((field) => {
      const kind = getFieldKind(field, view.fleet.columns.find(({ name }) => name === field)?.storage);
      return { field, time: kind === 'time', id: kind === 'id' };
    });
    startDeviceExport(services, {
      source,
      options: { format, times, excel: forExcel, columns },
      name: `${fileName.trim() || 'devices'}.${format}`,
      manifest: withManifest ? { connection, state: { ...state, search }, selected } : undefined,
    });
  };
  const change = (part: Partial<ExportFormValues>) => setValues({ ...values, ...part });
  return { values, change, fileName, source, start };
}

export function DeviceExportForm({ selected, onDone }: { selected: boolean; onDone: () => void }) {
  const { connection, fields } = useDevicesPage();
  const { view, filtering } = useDeviceList();
  const selection = useDeviceSelection();
  const { count } = selected ? selection : view.rows;
  const { values, change, fileName, source, start } = useExportForm(selected);
  const isFiltering = filtering && !selected;
  const { format, times, forExcel, withManifest } = values;
  const rows = formatCountWithNoun(count, 'row');
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
        start();
      }}
    >
      <FormRow label="Rows" hint={`${fields.shown.length} columns: ${fields.shown.join(', ')}`}>
        {selected && `the ${formatCount(count)} selected`}
        {!selected && (isFiltering ? 'those that match the filters' : `the ${formatCount(count)} shown, in this order`)}
      </FormRow>
      <MissingJoinsNotice source={source} />
      <FormRow
        label="Format"
        hint={
          format === 'csv' && forExcel
            ? 'Adds a byte order mark so that Excel reads UTF-8, and keeps IDs as text.'
            : undefined
        }
      >
        <SegmentedControl
          label="Format"
          options={FORMAT_OPTIONS}
          value={format}
          onValueChange={(next) => change({ format: next })}
        />
        {format === 'csv' && (
          <Checkbox label="for Excel" checked={forExcel} onCheckedChange={(on) => change({ forExcel: on })} />
        )}
      </FormRow>
      <FormRow label="Times">
        <Select
          aria-label="Times"
          options={TIME_OPTIONS}
          value={times}
          onValueChange={(next) => change({ times: next })}
        />
      </FormRow>
      <FormRow label="Manifest" hint={`${getHost(connection.baseUrl)}, filters, time, SHA-256. No credentials.`}>
        <Checkbox
          label="as a second file"
          checked={withManifest}
          onCheckedChange={(on) => change({ withManifest: on })}
        />
      </FormRow>
      <FormRow label="Name">
        <TextField
          className={classes['name']}
          aria-label="File name"
          value={fileName}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </FormRow>
      <div className={classes['footer']}>
        <Button type="submit" variant="primary" size="form">
          {isFiltering ? `Export when ${formatJoinedFieldNames(source.awaitedJoins)} is loaded` : `Export ${rows}`}
        </Button>
        <Button variant="plain" size="form" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function useRowsSource(selected: boolean): ExportRowsSource {
  const { connection, request, fields, setExporting } = useDevicesPage();
  const { view, asked, selection, lacking, coming, lastSeen } = useDeviceList();
  // connectivity of a long list may be requested only for the export
  useEffect(() => {
    setExporting(true);
    return () => setExporting(false);
  }, [setExporting]);
  const { search, facets, ranges, sort } = asked;
  const none = { facet: undefined, shown: [], compared: [] };
  const needed = getNeededJoinedFields({ search, facets, ranges, sort, exported: fields.shown, ...none });
  const missingJoins = lacking.filter((field) => needed.includes(field));
  // of a list that is still loading, the rows received so far are exported
  const awaited = view.fleet.state === 'reading' ? [] : missingJoins.filter((field) => coming.includes(field));
  const unknown = missingJoins.filter((field) => !awaited.includes(field));
  const frozenSelection = selected || asked.onlySelected ? selection.snapshot() : undefined;
  const own = frozenSelection && { snapshot: () => frozenSelection };
  return {
    connection,
    request,
    lastSeen: lastSeen.spec,
    view,
    viewRequest: asked,
    selection: own,
    selected,
    awaitedJoins: awaited,
    unknownJoins: unknown,
  };
}

function MissingJoinsNotice({
  source: { awaitedJoins, unknownJoins, viewRequest, view },
}: {
  source: ExportRowsSource;
}) {
  const { connectivity, lastSeen } = useDeviceList();
  if (awaitedJoins.length === 0 && unknownJoins.length === 0) return null;
  const filters = getJoinedFilterFields(viewRequest);
  const describeReason = (field: string) => {
    if (field === PASTED_LIST_FIELD) return 'No list is pasted in this tab.';
    if (view.fleet.state === 'reading')
      return `The list is still loading; ${formatJoinedFieldNames([field])} loads after it.`;
    const error = field === CONNECTIVITY_FIELD ? connectivity.error : lastSeen.error;
    if (isFieldFromDocuments(field) && !error)
      return `${formatJoinedFieldNames([field])} is not loaded. The status bar shows how to load it.`;
    return `Could not load ${formatJoinedFieldNames([field])}${error && field !== FAILED_CHECKS_FIELD ? `: ${error.message}` : '.'}`;
  };
  const describeEffect = (field: string) =>
    filters.includes(field)
      ? 'The filter on it matches no devices.'
      : 'Its column stays empty, and rows are not sorted by it.';
  return (
    <FormRow label="Missing">
      {awaitedJoins.length > 0 && (
        <p>{`The export waits until ${formatJoinedFieldNames(awaitedJoins)} is loaded. You can skip the wait.`}</p>
      )}
      {unknownJoins.map((field) => (
        <p key={field}>{`${describeReason(field)} ${describeEffect(field)}`}</p>
      ))}
    </FormRow>
  );
}

function FormRow({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <span className={shared['muted']}>{label}</span>
      <div className={`${classes['choices']} ${shared['row']}`}>{children}</div>
      {hint && <p className={`${classes['hint']} ${shared['small']}`}>{hint}</p>}
    </div>
  );
}

function getDefaultFileName(host: string, fetchedAt: number, mode: TimeMode): string {
  const safe = host.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
  const time = formatTime(fetchedAt || Date.now(), mode === 'utc' ? 'utc' : 'local', 0) ?? '';
  return `${safe}-devices-${time.slice(0, 16).replace(' ', '-').replace(':', '')}`;
}
