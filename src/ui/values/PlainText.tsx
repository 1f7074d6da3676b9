import { hasInvisible, hasInvisibleOrPadding, splitInvisible, splitInvisibleAndPadding } from '#lib/invisible.ts';
import { truncate } from '#lib/truncate.ts';
import classes from './PlainText.module.css';

export const PLAIN_TEXT_MAX_LENGTH = 20_000;

type Props = {
  text: string;
  /** True if the text is part of a longer one. Its outer white space is then not marked. */
  part?: boolean;
};

/** Text of any origin, with isolated writing direction. Shows invisible characters by name and truncates long texts. */
export function PlainText({ text: whole, part = false }: Props) {
  const text = truncate(whole, PLAIN_TEXT_MAX_LENGTH);
  if (!(part ? hasInvisible(text) : hasInvisibleOrPadding(text))) return <bdi translate="no">{text}</bdi>;
  const pieces = part ? splitInvisible(text) : splitInvisibleAndPadding(text);
  return (
    <bdi translate="no">
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
