import { useMemo } from 'react';
import { stringifyJson } from '#lib/json/json.ts';
import { Time } from '#ui/values/Time.tsx';
import { Value } from '#ui/values/Value.tsx';
import { LongText } from '#ui/viewers/LongText.tsx';
import { kindOf } from './deviceField.ts';
import classes from './FieldValue.module.css';
import { drawWord, hasWords } from './FieldWord.tsx';

/** Renders a value by its field kind, at full length; grid cells use a cheaper renderer. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const kind = kindOf(field, typeof value === 'boolean' ? 'flag' : undefined);
  if (kind === 'time') return <Time value={value} />;
  if (hasWords(kind)) return drawWord(kind, value);
  if (typeof value === 'string' && value !== '') {
    return (
      <span className={kind === 'id' ? classes['id'] : undefined}>
        <LongText text={value} />
      </span>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <code>
        <LongJson value={value} />
      </code>
    );
  }
  return <Value value={value} />;
}

/** Memoized, as serializing a value of megabytes takes about one frame. */
function LongJson({ value }: { value: object }) {
  const text = useMemo(() => stringifyJson(value), [value]);
  return <LongText text={text} />;
}
