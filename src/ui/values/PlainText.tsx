import { beginningOf } from '#lib/beginning.ts';
import { hasInvisible, piecesOf } from '#lib/invisible.ts';
import classes from './PlainText.module.css';

/** No text of more characters is in the page at once. */
export const PLAIN_TEXT_MAX = 20_000;

/** Text of any origin: of a direction of its own, and what it hides is named. An endless one shows its beginning. */
export function PlainText({ text: whole }: { text: string }) {
  const text = beginningOf(whole, PLAIN_TEXT_MAX);
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
