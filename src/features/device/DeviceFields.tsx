import { expectedInstead, recordFields } from '#fields/deviceField.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import type { JsonObject } from '#lib/json.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './DeviceFields.module.css';

/** Every field of a record: the eight of the interface in their order, missing ones named, then whatever else came. */
export function DeviceFields({ device }: { device: JsonObject }) {
  return (
    <dl className={classes['fields']}>
      {recordFields(device).map((field) => (
        <div key={field} className={classes['field']}>
          <dt>{field}</dt>
          <dd>
            <span className={classes['value']}>
              <FieldValue field={field} value={device[field]} />
              <Flaw field={field} value={device[field]} />
            </span>
            {isCopied(device[field]) && <CopyButton text={String(device[field])} label={`Copy ${field}`} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Marks a value that is not what the interface says. */
function Flaw({ field, value }: { field: string; value: unknown }) {
  const expected = expectedInstead(field, value);
  return expected && <span className={classes['flaw']}>the interface says {expected}</span>;
}

function isCopied(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
