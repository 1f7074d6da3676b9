import { IconSquareRotatedFilled, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import { findTimeWarning } from '#fields/deviceField.ts';
import { FieldName } from '#fields/FieldName.tsx';
import { FieldValue } from '#fields/FieldValue.tsx';
import { toVisibleText } from '#lib/invisible.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { truncate } from '#lib/truncate.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ErrorDetails } from '#ui/states/ErrorDetails.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import classes from './ComparePage.module.css';
import { useComparison } from './CompareProvider.tsx';
import { type ComparedField, formatDayOffsetFromFirstDevice } from './compareDeviceFields.ts';

type ComparedColumn = ReturnType<typeof useComparison>['columns'][number];

const HEADER_LENGTH_MAX = 120;

const NO_FIELD: ComparedField = { field: 'answer', values: [], differs: false, outliers: [] };

export function ComparisonTable() {
  const { columns, fieldsShown } = useComparison();
  const fields = fieldsShown.length === 0 && columns.some(({ error }) => error) ? [NO_FIELD] : fieldsShown;
  return (
    <ScrollRegion className={classes['scroller']} aria-label="Device comparison">
      <table translate="no" className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              deviceID
              <br />
              name
            </th>
            {columns.map((column) => (
              <DeviceHeader key={column.deviceID} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((compared, row) => (
            <tr key={compared.field} data-differs={compared.differs || undefined}>
              <th scope="row">
                <span className={classes['difference']} title={compared.differs ? 'differs' : 'the same'} aria-hidden>
                  {compared.differs ? '≠' : '='}
                </span>
                <FieldName name={compared.field} />
                {compared.differs && <span data-spoken>, differs</span>}
              </th>
              {columns.map((column, at) => {
                const { deviceID, device } = column;
                if (device) return <ValueCell key={deviceID} device={device} compared={compared} index={at} />;
                // one cell spans the column and shows the error
                return row === 0 && <MissingDeviceCell key={deviceID} column={column} rowSpan={fields.length} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** True if the device does not exist, so that a retry would not help. */
export function isDeviceNotFound(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'notFound';
}

function DeviceHeader({ column: { deviceID, device, error } }: { column: ComparedColumn }) {
  const { remove } = useComparison();
  const short = truncate(deviceID, HEADER_LENGTH_MAX);
  const name = device?.['name'];
  const state = device ? '' : error ? (isDeviceNotFound(error) ? 'not found' : 'not available') : 'loading…';
  const text = state || (typeof name === 'string' ? truncate(name, HEADER_LENGTH_MAX) || 'empty name' : '');
  return (
    <th scope="col" aria-label={toVisibleText(`${short} ${text}`)}>
      <span className={classes['head']}>
        <Link to={buildDeviceUrl(deviceID)}>
          <PlainText text={short} />
        </Link>
        <IconButton Icon={IconX} label={`Remove ${toVisibleText(short)}`} size="row" onClick={() => remove(deviceID)} />
      </span>
      <b className={!device && error ? classes['missing'] : undefined}>
        <PlainText text={text} />
      </b>
    </th>
  );
}

function MissingDeviceCell({
  column: { deviceID, error, retry },
  rowSpan,
}: {
  column: ComparedColumn;
  rowSpan: number;
}) {
  const { remove } = useComparison();
  return (
    <td className={classes['absent']} rowSpan={rowSpan}>
      {error && (
        <ErrorDetails
          error={error}
          retry={retry}
          action={isDeviceNotFound(error) ? { label: 'Remove', run: () => remove(deviceID) } : undefined}
        />
      )}
    </td>
  );
}

function ValueCell({ device, compared, index }: { device: JsonObject; compared: ComparedField; index: number }) {
  if (compared === NO_FIELD) return <td />;
  const { field, values } = compared;
  const daysLater = formatDayOffsetFromFirstDevice(compared, index);
  const mark = findTimeWarning(field, values[index], device, getServiceTime());
  return (
    <td data-unlike={compared.outliers[index] || undefined}>
      <FieldValue field={field} value={values[index]} />
      {daysLater && <span className={classes['later']}>{daysLater}</span>}
      {mark && (
        <span className={`${classes['mark']} ${shared['warningNote']}`} title={mark.reason}>
          {mark.label}
        </span>
      )}
      {compared.outliers[index] && <OutlierIcon label="outlier" />}
    </td>
  );
}

/** Icon for an outlier, a value unlike most others. Its shape stays visible in forced colors mode. */
export function OutlierIcon({ label }: { label?: string }) {
  return (
    <IconSquareRotatedFilled
      className={classes['outlier']}
      size={10}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
