import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#lib/formatNumber.ts';
import { Group } from '#ui/controls/Group.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './FleetSum.module.css';
import { pairingPath } from './links.ts';
import { countOf, type Summary, shareInWords, valuesOf } from './summary.ts';

const HALVES = [
  { paired: 'true', word: 'paired', order: ['online', 'offline', 'unknown'] },
  { paired: 'false', word: 'unpaired', order: ['offline', 'online', 'unknown'] },
  { paired: '', word: 'neither', order: ['online', 'offline', 'unknown'] },
] as const;

type Half = (typeof HALVES)[number];

type Props = {
  summary: Summary;
  /** Name of the total: "registered", or "came" for an incomplete list. */
  whole: string;
  /** Shown if connectivity is unknown: the reason. */
  unknown: ReactNode;
};

/** The fleet as an equation and as a bar of shares; each number links to its devices. */
export function FleetSum({ summary, whole, unknown }: Props) {
  const { pairing, connected } = summary;
  const all = countOf(pairing, undefined);
  const halves = HALVES.filter(({ paired }) => paired !== '' || countOf(pairing, '') > 0);
  return (
    <section className={classes['sum']} aria-label="The fleet in numbers">
      <div className={classes['equation']}>
        <Term count={all} word={whole} to={pairingPath(undefined)} />
        {halves.map((half, index) => (
          <Fragment key={half.paired}>
            <span className={classes['operator']}>{index === 0 ? '=' : '+'}</span>
            <HalfTerms half={half} summary={summary} all={all} />
          </Fragment>
        ))}
      </div>
      <Shares summary={summary} all={all} />
      <p className={`${classes['across']} ${shared['hint']}`}>
        {connected ? <Across summary={summary} all={all} /> : unknown}
      </p>
    </section>
  );
}

function HalfTerms({ half, summary, all }: { half: Half; summary: Summary; all: number }) {
  const { pairing, connected } = summary;
  const { paired, word } = half;
  const count = countOf(pairing, paired);
  return (
    <Group className={classes['half']} aria-label={word}>
      <Term
        count={count}
        word={word}
        share={shareInWords(count, all)}
        to={pairingPath(valuesOf(pairing, paired))}
        further={paired === '' && 'paired nor unpaired'}
      />
      {connected &&
        partsOf(half, summary).map(({ connectivity, count: part }, index) => (
          <Fragment key={connectivity}>
            <span className={classes['operator']}>{index === 0 ? '=' : '+'}</span>
            <Term
              count={part}
              word={connectivity}
              swatch={`${word} ${connectivity}`}
              to={pairingPath(valuesOf(pairing, paired), connectivity)}
              further={word}
            />
          </Fragment>
        ))}
    </Group>
  );
}

/** Returns the parts of a half by connectivity; "unknown" only if there are any. */
function partsOf({ paired, order }: Half, { pairing }: Summary) {
  return order
    .map((connectivity) => ({ connectivity, count: countOf(pairing, paired, connectivity) }))
    .filter(({ connectivity, count }) => connectivity !== 'unknown' || count > 0);
}

type TermProps = {
  count: number;
  word: string;
  share?: string;
  swatch?: string;
  to: string;
  /** Addition to the accessible name. */
  further?: string | false;
};

function Term({ count, word, share = '', swatch, to, further }: TermProps) {
  const read = `${formatCount(count)} ${word} ${share}`.trim();
  return (
    <Link className={classes['term']} to={to} aria-label={further ? `${read}, ${further}` : read}>
      <span className={classes['number']}>{formatCount(count)}</span>{' '}
      <span className={`${classes['word']} ${shared['row']} ${shared['small']}`}>
        {swatch && <i className={classes['swatch']} data-part={swatch} />}
        {word} {share && <span>{share}</span>}
      </span>
    </Link>
  );
}

function Shares({ summary, all }: { summary: Summary; all: number }) {
  const { pairing, connected } = summary;
  const parts = HALVES.flatMap((half) => {
    if (connected) {
      return partsOf(half, summary).map(({ connectivity, count }) => ({ part: `${half.word} ${connectivity}`, count }));
    }
    return [{ part: half.word, count: countOf(pairing, half.paired) }];
  }).filter(({ count }) => count > 0);
  const words = parts.map(({ part, count }) => `${part} ${shareInWords(count, all)}`);
  return (
    <div className={classes['whole']} role="img" aria-label={`Shares of the fleet: ${words.join(', ')}`}>
      {parts.map(({ part, count }) => (
        <i key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}

/** The totals by connectivity, as sums of the halves. */
function Across({ summary: { pairing }, all }: { summary: Summary; all: number }) {
  return (['online', 'offline', 'unknown'] as const).map((connectivity) => {
    const count = countOf(pairing, undefined, connectivity);
    if (connectivity === 'unknown' && count === 0) return null;
    const parts = HALVES.map(({ paired }) => countOf(pairing, paired, connectivity));
    const addends = parts.filter((part, index) => index < 2 || part > 0).map(formatCount);
    return (
      <span key={connectivity}>
        <Link to={pairingPath(undefined, connectivity)}>
          <b>{formatCount(count)}</b> {connectivity}
        </Link>{' '}
        {`${shareInWords(count, all)} = ${addends.join(' + ')}`}
      </span>
    );
  });
}
