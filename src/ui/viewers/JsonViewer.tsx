import { useMemo } from 'react';
import { escapeInvisibleInJson } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './TextView.module.css';

const LargeTextViewer = lazyComponent(async () => (await import('./LargeTextViewer.tsx')).LargeTextViewer);
const JsonListViewer = lazyComponent(async () => (await import('./JsonListViewer.tsx')).JsonListViewer);

/** Maximum length of text that is rendered at once. Longer texts are rendered on scroll. */
const MAX_STATIC_LENGTH = 50_000;
const MAX_STATIC_ITEMS = 100;

type Props = {
  value: unknown;
  label: string;
  fill?: boolean | undefined;
};

export function JsonViewer({ value, label, fill }: Props) {
  if (Array.isArray(value) && value.length > MAX_STATIC_ITEMS) return <JsonListViewer values={value} label={label} />;
  return <JsonText value={value} label={label} fill={fill} />;
}

function JsonText({ value, label, fill }: Props) {
  const text = useMemo(() => stringifyJson(value, 2), [value]);
  if (text.length > MAX_STATIC_LENGTH) {
    return <LargeTextViewer text={text} label={label} transform={escapeInvisibleInJson} fill={fill} />;
  }
  const written = escapeInvisibleInJson(text);
  return (
    <div className={classes['view']} data-fill={fill || undefined}>
      <div className={classes['copy']}>
        <CopyButton text={written} label={`Copy ${label}`} />
      </div>
      <ScrollRegion className={classes['text']} aria-label={label} translate="no">
        <pre>{written}</pre>
      </ScrollRegion>
    </div>
  );
}
