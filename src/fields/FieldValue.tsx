import { useMemo } from 'react';
import { stringifyJson } from '#lib/json/json.ts';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { ExpandableText } from '#ui/viewers/ExpandableText.tsx';
import { getFieldKind } from './deviceField.ts';
import classes from './FieldValue.module.css';
import { hasValueLabels, renderValueLabel } from './renderValueLabel.tsx';

export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const type = typeof value;
  const kind = getFieldKind(field, type === 'boolean' ? 'flag' : type === 'number' ? type : undefined);
  if (kind === 'time') return <Timestamp value={value} />;
  if (hasValueLabels(kind)) return renderValueLabel(kind, value);
  if (typeof value === 'string' && value !== '') {
    return (
      <span className={kind === 'id' ? classes['id'] : undefined}>
        <ExpandableText text={value} />
      </span>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <code translate="no">
        <LongJson value={value} />
      </code>
    );
  }
  return <JsonValue value={value} />;
}

/** Memoized, because serializing a value of several megabytes takes about one frame. */
function LongJson({ value }: { value: object }) {
  const text = useMemo(() => stringifyJson(value), [value]);
  return <ExpandableText text={text} />;
}
