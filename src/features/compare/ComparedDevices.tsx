import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import { timeMark } from '#fields/deviceField.ts';
import { FieldName } from '#fields/FieldName.tsx';
import { FieldValue } from '#fields/FieldValue.tsx';
import { toPlainText } from '#lib/invisible.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { truncate } from '#lib/truncate.ts';
import { devicePath } from '#paths/device.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './ComparePage.module.css';
import { useComparison } from './ComparePlace.tsx';
import { type ComparedField, laterThanFirst } from './comparison.ts';
import { UnlikeIcon } from './UnlikeIcon.tsx';

type ComparedDevice = ReturnType<typeof useComparison>['columns'][number];

const HEAD_MAX = 120;

/** Placeholder row for error messages if no field is shown. */
const NO_FIELD: ComparedField = { field: 'answer', values: [], differs: false, unlike: [] };

/** One row per field, one column per device. ≠ marks fields that differ, an icon values unlike the others. */
export function ComparedDevices() {
  const { columns, fieldsShown } = useComparison();
  const fields = fieldsShown.length === 0 && columns.some(({ error }) => error) ? [NO_FIELD] : fieldsShown;
  return (
    <ScrollRegion className={classes['scroller']} aria-label="Devices side by side">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              deviceID
              <br />
              name
            </th>
            {columns.map((column) => (
              <Head key={column.deviceID} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((compared, row) => (
            <tr key={compared.field} data-differs={compared.differs || undefined}>
              <th scope="row">
                <span className={classes['sign']} title={compared.differs ? 'differs' : 'the same'} aria-hidden>
                  {compared.differs ? '≠' : '='}
                </span>
                <FieldName name={compared.field} />
                {compared.differs && <span data-spoken>, differs</span>}
              </th>
              {columns.map((column, at) => {
                const { deviceID, device } = column;
                if (device) return <Cell key={deviceID} device={device} compared={compared} at={at} />;
                // one cell spans the column and shows the error
                return row === 0 && <Absent key={deviceID} column={column} rows={fields.length} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** True if the device does not exist; a retry would not help. */
export function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'notFound';
}

function Head({ column: { deviceID, device, error } }: { column: ComparedDevice }) {
  const { remove } = useComparison();
  const short = truncate(deviceID, HEAD_MAX);
  const name = device?.['name'];
  const state = device ? '' : error ? (isUnknown(error) ? 'not found' : 'not there') : 'asking …';
  const shown = state || (typeof name === 'string' ? truncate(name, HEAD_MAX) || 'empty name' : '');
  return (
    <th scope="col" aria-label={toPlainText(`${short} ${shown}`)}>
      <span className={classes['head']}>
        <Link to={devicePath(deviceID)}>
          <PlainText text={short} />
        </Link>
        <IconButton Icon={IconX} label={`Remove ${toPlainText(short)}`} size="row" onClick={() => remove(deviceID)} />
      </span>
      <b className={!device && error ? classes['missing'] : undefined}>
        <PlainText text={shown} />
      </b>
    </th>
  );
}

function Absent({ column: { deviceID, error, retry }, rows }: { column: ComparedDevice; rows: number }) {
  const { remove } = useComparison();
  return (
    <td className={classes['absent']} rowSpan={rows}>
      {error && (
        <Problem
          error={error}
          retry={retry}
          action={isUnknown(error) ? { label: 'Remove', run: () => remove(deviceID) } : undefined}
        />
      )}
    </td>
  );
}

function Cell({ device, compared, at }: { device: JsonObject; compared: ComparedField; at: number }) {
  if (compared === NO_FIELD) return <td />;
  const { field, values } = compared;
  const later = laterThanFirst(compared, at);
  const mark = timeMark(field, values[at], device, Date.now());
  return (
    <td data-unlike={compared.unlike[at] || undefined}>
      <FieldValue field={field} value={values[at]} />
      {later && <span className={classes['later']}>{later}</span>}
      {mark && (
        <span className={`${classes['mark']} ${shared['flaw']}`} title={mark.why}>
          {mark.word}
        </span>
      )}
      {compared.unlike[at] && <UnlikeIcon label="unlike the others" />}
    </td>
  );
}
