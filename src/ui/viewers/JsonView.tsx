import { useMemo } from 'react';
import { escapeInvisible } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './TextView.module.css';

const ValueViewer = loaded(async () => (await import('./ValueViewer.tsx')).ValueViewer);
const JsonList = loaded(async () => (await import('./JsonList.tsx')).JsonList);

/** Longer texts are rendered on scroll. */
const WHOLE_MAX = 50_000;
/** Longer lists are also serialized on scroll. */
const LIST_MAX = 100;

type Props = {
  value: unknown;
  label: string;
  /** Fills its pane. */
  fill?: boolean | undefined;
};

export function JsonView({ value, label, fill }: Props) {
  if (Array.isArray(value) && value.length > LIST_MAX) return <JsonList values={value} label={label} />;
  return <JsonText value={value} label={label} fill={fill} />;
}

function JsonText({ value, label, fill }: Props) {
  const text = useMemo(() => stringifyJson(value, 2), [value]);
  if (text.length > WHOLE_MAX) {
    return <ValueViewer text={text} label={label} write={escapeInvisible} fill={fill} />;
  }
  const written = escapeInvisible(text);
  return (
    <div className={classes['view']} data-fill={fill || undefined}>
      <div className={classes['copy']}>
        <CopyButton text={written} label={`Copy ${label}`} />
      </div>
      <ScrollRegion className={classes['text']} aria-label={label}>
        <pre>{written}</pre>
      </ScrollRegion>
    </div>
  );
}
