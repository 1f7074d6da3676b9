import { DEVICE_FIELD_TYPES, DEVICE_FIELDS } from '#contract/device.ts';
import type { JsonObject } from '#lib/json.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './DeviceFields.module.css';
import { FieldValue } from './FieldValue.tsx';

/** Every field of a record: the eight of the interface in their order, missing ones named, then whatever else came. */
export function DeviceFields({ device }: { device: JsonObject }) {
  return (
    <dl className={classes['fields']}>
      {fieldsOf(device).map((field) => (
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

/** Marks a value that is not what the interface says. A time may be missing: never. */
function Flaw({ field, value }: { field: string; value: unknown }) {
  const type = new Map<string, string>(Object.entries(DEVICE_FIELD_TYPES)).get(field);
  const never = type === 'number' && (value === undefined || value === null);
  if (type === undefined || never || typeof value === type) return null;
  return <span className={classes['flaw']}>the interface says {type === 'string' ? 'text' : type}</span>;
}

/** The eight fields of the interface, then every further field of this record. */
export function fieldsOf(device: JsonObject): string[] {
  return [...new Set<string>([...DEVICE_FIELDS, ...Object.keys(device)])];
}

function isCopied(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
