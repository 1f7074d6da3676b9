import { hasInvisible, hasInvisibleOrPadding, splitInvisible, splitInvisibleAndPadding } from '#lib/invisible.ts';
import { truncate } from '#lib/truncate.ts';
import classes from './PlainText.module.css';

/** No text of more characters is in the page at once. */
export const PLAIN_TEXT_MAX = 20_000;

type Props = {
  text: string;
  /** It is a part of a text, whose white space has something at both sides. */
  part?: boolean;
};

/** Text of any origin: of a direction of its own, and what it hides is named. An endless one shows its beginning. */
export function PlainText({ text: whole, part = false }: Props) {
  const text = truncate(whole, PLAIN_TEXT_MAX);
  if (!(part ? hasInvisible(text) : hasInvisibleOrPadding(text))) return <bdi>{text}</bdi>;
  const pieces = part ? splitInvisible(text) : splitInvisibleAndPadding(text);
  return (
    <bdi>
      {pieces.map(({ text: piece, invisible }, position) => {
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
