import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#lib/formatNumber.ts';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './FleetEquation.module.css';
import { buildDevicesByPairingUrl } from './links.ts';
import { countDevicesByPairing, type FleetSummary, formatPercentage, getPairingGroupValues } from './summarizeFleet.ts';

const PAIRING_GROUPS = [
  { paired: 'true', word: 'paired', order: ['online', 'offline', 'unknown'] },
  { paired: 'false', word: 'unpaired', order: ['offline', 'online', 'unknown'] },
  { paired: '', word: 'neither', order: ['online', 'offline', 'unknown'] },
] as const;

type PairingGroup = (typeof PAIRING_GROUPS)[number];

type Props = {
  summary: FleetSummary;
  totalLabel: string;
  unknownReason: ReactNode;
};

export function FleetEquation({ summary, totalLabel, unknownReason }: Props) {
  const { pairing, connected } = summary;
  const all = countDevicesByPairing(pairing, undefined);
  const groups = PAIRING_GROUPS.filter(({ paired }) => paired !== '' || countDevicesByPairing(pairing, '') > 0);
  return (
    <section className={classes['equationPane']} aria-label="The fleet in numbers">
      <div className={classes['equation']}>
        <EquationTerm count={all} label={totalLabel} to={buildDevicesByPairingUrl(undefined)} />
        {groups.map((half, index) => (
          <Fragment key={half.paired}>
            <span className={classes['operator']}>{index === 0 ? '=' : '+'}</span>
            <PairingTerms group={half} summary={summary} total={all} />
          </Fragment>
        ))}
      </div>
      <ShareBar summary={summary} total={all} />
      <p className={`${classes['totals']} ${shared['hint']}`}>
        {connected ? <ConnectivityTotals summary={summary} total={all} /> : unknownReason}
      </p>
    </section>
  );
}

function PairingTerms({ group, summary, total }: { group: PairingGroup; summary: FleetSummary; total: number }) {
  const { pairing, connected } = summary;
  const { paired, word } = group;
  const count = countDevicesByPairing(pairing, paired);
  return (
    <LabeledGroup className={classes['group']} aria-label={word}>
      <EquationTerm
        count={count}
        label={word}
        share={formatPercentage(count, total)}
        to={buildDevicesByPairingUrl(getPairingGroupValues(pairing, paired))}
        labelSuffix={paired === '' && 'paired nor unpaired'}
      />
      {connected &&
        getConnectivityCounts(group, summary).map(({ connectivity, count: part }, index) => (
          <Fragment key={connectivity}>
            <span className={classes['operator']}>{index === 0 ? '=' : '+'}</span>
            <EquationTerm
              count={part}
              label={connectivity}
              swatch={`${word} ${connectivity}`}
              to={buildDevicesByPairingUrl(getPairingGroupValues(pairing, paired), connectivity)}
              labelSuffix={word}
            />
          </Fragment>
        ))}
    </LabeledGroup>
  );
}

function getConnectivityCounts({ paired, order }: PairingGroup, { pairing }: FleetSummary) {
  return order
    .map((connectivity) => ({ connectivity, count: countDevicesByPairing(pairing, paired, connectivity) }))
    .filter(({ connectivity, count }) => connectivity !== 'unknown' || count > 0);
}

type EquationTermProps = {
  count: number;
  label: string;
  share?: string;
  swatch?: string;
  to: string;
  labelSuffix?: string | false;
};

function EquationTerm({ count, label, share = '', swatch, to, labelSuffix }: EquationTermProps) {
  const read = `${formatCount(count)} ${label} ${share}`.trim();
  return (
    <Link className={classes['term']} to={to} aria-label={labelSuffix ? `${read}, ${labelSuffix}` : read}>
      <span className={classes['number']} translate="no">
        {formatCount(count)}
      </span>{' '}
      <span className={`${classes['word']} ${shared['row']} ${shared['small']}`}>
        {swatch && <i className={classes['swatch']} data-part={swatch} />}
        {label} {share && <span translate="no">{share}</span>}
      </span>
    </Link>
  );
}

function ShareBar({ summary, total }: { summary: FleetSummary; total: number }) {
  const { pairing, connected } = summary;
  const parts = PAIRING_GROUPS.flatMap((half) => {
    if (connected) {
      return getConnectivityCounts(half, summary).map(({ connectivity, count }) => ({
        part: `${half.word} ${connectivity}`,
        count,
      }));
    }
    return [{ part: half.word, count: countDevicesByPairing(pairing, half.paired) }];
  }).filter(({ count }) => count > 0);
  const words = parts.map(({ part, count }) => `${part} ${formatPercentage(count, total)}`);
  return (
    <div className={classes['whole']} role="img" aria-label={`Shares of the fleet: ${words.join(', ')}`}>
      {parts.map(({ part, count }) => (
        <i key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}

function ConnectivityTotals({ summary: { pairing }, total }: { summary: FleetSummary; total: number }) {
  return (['online', 'offline', 'unknown'] as const).map((connectivity) => {
    const count = countDevicesByPairing(pairing, undefined, connectivity);
    if (connectivity === 'unknown' && count === 0) return null;
    const parts = PAIRING_GROUPS.map(({ paired }) => countDevicesByPairing(pairing, paired, connectivity));
    const addends = parts.filter((part, index) => index < 2 || part > 0).map(formatCount);
    return (
      <span key={connectivity}>
        <Link to={buildDevicesByPairingUrl(undefined, connectivity)}>
          <b translate="no">{formatCount(count)}</b> {connectivity}
        </Link>{' '}
        {`${formatPercentage(count, total)} = ${addends.join(' + ')}`}
      </span>
    );
  });
}
