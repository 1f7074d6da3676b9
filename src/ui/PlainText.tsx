import { useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import { hasInvisible, piecesOf } from '#lib/invisible.ts';
import { Button } from './Button.tsx';
import classes from './PlainText.module.css';

/** A longer text is cut to this many characters until all of it is asked for. */
const SHOWN_MAX = 400;

/** Text of any origin: of a direction of its own, and what it hides is named. */
export function PlainText({ text }: { text: string }) {
  if (!hasInvisible(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {piecesOf(text).map(({ text: piece, invisible }, position) => {
        const key = `${position} ${piece}`;
        return invisible ? (
          <span key={key} className={classes['invisible']} title="A character that cannot be seen">
            {piece}
          </span>
        ) : (
          <bdi key={key}>{piece}</bdi>
        );
      })}
    </bdi>
  );
}

/** Text of any length: a long one shows its beginning and offers the rest. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= SHOWN_MAX) return <PlainText text={text} />;
  // half of a character is none
  const beginning = text.slice(0, SHOWN_MAX).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      <PlainText text={whole ? text : `${beginning}…`} />
      <Button className={classes['more']} look="plain" onClick={() => setWhole(!whole)}>
        {whole ? 'Show the beginning only' : `Show all ${formatCount(text.length)} characters`}
      </Button>
    </>
  );
}
