import { useState } from 'react';
import { formatCount } from '#lib/formatNumber.ts';
import { truncate } from '#lib/truncate.ts';
import { Button } from '#ui/controls/Button.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import classes from '#ui/values/PlainText.module.css';
import { PLAIN_TEXT_MAX, PlainText } from '#ui/values/PlainText.tsx';

const ValueViewer = loaded(async () => (await import('./ValueViewer.tsx')).ValueViewer);

/** Characters shown before expanding. */
const SHOWN_MAX = 400;

export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= SHOWN_MAX) return <PlainText text={text} />;
  return (
    <>
      {whole && text.length > PLAIN_TEXT_MAX ? (
        <ValueViewer text={text} label="the whole value" />
      ) : (
        <PlainText text={whole ? text : truncate(text, SHOWN_MAX)} />
      )}
      <Button className={classes['more']} look="plain" onClick={() => setWhole(!whole)}>
        {whole ? 'Show the beginning only' : `Show all ${formatCount(text.length)} characters`}
      </Button>
    </>
  );
}
