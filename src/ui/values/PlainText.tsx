import { hasInvisible, hasInvisibleOrPadding, splitInvisible, splitInvisibleAndPadding } from '#lib/invisible.ts';
import { truncate } from '#lib/truncate.ts';
import classes from './PlainText.module.css';

/** Maximum number of characters in the DOM. */
export const PLAIN_TEXT_MAX_LENGTH = 20_000;

type Props = {
  text: string;
  /** Part of a longer text, so outer white space is not marked. */
  part?: boolean;
};

/** Text of any origin, isolated for bidi; names invisible characters and truncates long texts. */
export function PlainText({ text: whole, part = false }: Props) {
  const text = truncate(whole, PLAIN_TEXT_MAX_LENGTH);
  if (!(part ? hasInvisible(text) : hasInvisibleOrPadding(text))) return <bdi>{text}</bdi>;
  const pieces = part ? splitInvisible(text) : splitInvisibleAndPadding(text);
  return (
    <bdi>
      {pieces.map(({ text: piece, invisible }, position) => {
        const key = `${position} ${piece}`;
        return invisible ? (
          <span key={key} className={classes['invisible']} title="Invisible character">
            {piece}
          </span>
        ) : (
          <bdi key={key}>{piece}</bdi>
        );
      })}
    </bdi>
  );
}
