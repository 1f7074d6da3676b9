import { Link } from 'react-router-dom';
import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, isNeverTimestamp } from '#lib/time/time.ts';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { findTimeWarning, findTypeMismatch, getFieldKind, listRecordFields } from './deviceField.ts';
import { FieldValue } from './FieldValue.tsx';
import classes from './RecordFields.module.css';

type Props = {
  device: JsonObject;
  getPath?: (field: string, value: string) => string | undefined;
};

export function RecordFields({ device, getPath }: Props) {
  return (
    <dl>
      {listRecordFields(device).map((field) => {
        const value = device[field];
        const path = typeof value === 'string' && value !== '' ? getPath?.(field, value) : undefined;
        const drawn = <FieldValue field={field} value={value} />;
        return (
          <div key={field} className={classes['field']}>
            <dt>{field}</dt>
            <dd className={shared['row']}>
              <span className={`${classes['value']} ${shared['breakWords']}`}>
                {path === undefined ? drawn : <Link to={path}>{drawn}</Link>}
                <AlternateTime field={field} value={value} />
                <FieldWarnings field={field} value={value} device={device} />
              </span>
              {value !== undefined && (
                <CopyButton text={toClipboardText(value)} label={`Copy ${toVisibleText(field)}`} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function AlternateTime({ field, value }: { field: string; value: unknown }) {
  const mode = useTimeMode();
  if (typeof value !== 'number' || isNeverTimestamp(value) || getFieldKind(field, 'number') !== 'time') return null;
  const text = formatTime(value, mode === 'relative' ? 'local' : 'relative', getServiceTime());
  return text && <span className={shared['muted']}>{text}</span>;
}

function FieldWarnings({ field, value, device }: { field: string; value: unknown; device: JsonObject }) {
  const expected = findTypeMismatch(field, value);
  const mark = findTimeWarning(field, value, device, Date.now());
  return (
    <>
      {expected && <span className={shared['warningNote']}>expected: {expected}</span>}
      {mark && (
        <span className={shared['warningNote']} title={mark.reason}>
          {mark.label}
        </span>
      )}
    </>
  );
}

function toClipboardText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
