import { Link } from 'react-router-dom';
import { toPlainText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, isNever } from '#lib/time/time.ts';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { expectedInstead, kindOf, recordFields, timeMark } from './deviceField.ts';
import { FieldValue } from './FieldValue.tsx';
import classes from './RecordFields.module.css';

type Props = {
  device: JsonObject;
  pathOf?: (field: string, value: string) => string | undefined;
};

export function RecordFields({ device, pathOf }: Props) {
  return (
    <dl>
      {recordFields(device).map((field) => {
        const value = device[field];
        const path = typeof value === 'string' && value !== '' ? pathOf?.(field, value) : undefined;
        const drawn = <FieldValue field={field} value={value} />;
        return (
          <div key={field} className={classes['field']}>
            <dt>{field}</dt>
            <dd className={shared['row']}>
              <span className={`${classes['value']} ${shared['breaks']}`}>
                {path === undefined ? drawn : <Link to={path}>{drawn}</Link>}
                <Distance field={field} value={value} />
                <Flaw field={field} value={value} device={device} />
              </span>
              {value !== undefined && <CopyButton text={copied(value)} label={`Copy ${toPlainText(field)}`} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Age beside an absolute time, absolute time beside an age. */
function Distance({ field, value }: { field: string; value: unknown }) {
  const mode = useTimeMode();
  if (typeof value !== 'number' || isNever(value) || kindOf(field, 'number') !== 'time') return null;
  const text = formatTime(value, mode === 'relative' ? 'local' : 'relative', getServiceTime());
  return text && <span className={shared['muted']}>{text}</span>;
}

function Flaw({ field, value, device }: { field: string; value: unknown; device: JsonObject }) {
  const expected = expectedInstead(field, value);
  const mark = timeMark(field, value, device, Date.now());
  return (
    <>
      {expected && <span className={shared['flaw']}>the interface says {expected}</span>}
      {mark && (
        <span className={shared['flaw']} title={mark.why}>
          {mark.word}
        </span>
      )}
    </>
  );
}

function copied(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
