import { upperFirst } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Connectivity } from '#api/list/useConnectivity.ts';
import { complaintsAbout, numberThatCame } from '#fleet/model/complaints.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { CHECKS, type Check, type Checked } from '#fleet/questions/checks.ts';
import { devicesInWords } from '#fleet/shown/arrival.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { type OverviewState, TIMES, type TimeField } from '#paths/overview.ts';
import type { RangeState } from '#paths/ranges.ts';
import { useAnnouncement, useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import type { PaneTable } from '#ui/charts/paneImage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { AttentionIcon } from '#ui/notices/AttentionIcon.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { UnknownValue } from '#ui/states/UnknownValue.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { CountWords } from '#ui/values/CountWords.tsx';
import { FleetSum } from './FleetSum.tsx';
import { checkPath } from './links.ts';
import classes from './OverviewPage.module.css';
import { FetchedAt, OverviewPaneMenu } from './OverviewPaneMenu.tsx';
import { Products } from './Products.tsx';
import type { Summary } from './summary.ts';
import { TimePane } from './TimePane.tsx';

type Props = {
  summary: Summary;
  state: OverviewState;
  connectivity: Connectivity;
  onState: (state: Partial<OverviewState>) => void;
  onAgain: () => void;
};

export function Overview({ summary, state, connectivity, onState, onAgain }: Props) {
  const { fleet, connected, times, checked } = summary;
  const { ranges, tables } = state;
  if (fleet.state === 'complete' && fleet.count === 0 && fleet.progress.badCount === 0) {
    return (
      <PageBody>
        <EmptyState
          title="No device is registered with this project"
          action={{ label: 'Ask again', run: onAgain }}
          further={<Link to={CONNECTIONS}>Switch connection</Link>}
        >
          The service answered the whole list, and it is empty. Devices appear here once they are registered; this
          console only reads.
        </EmptyState>
      </PageBody>
    );
  }
  const products = 'products' in summary ? (summary.products ?? null) : undefined;
  const setRange = (field: TimeField, range: RangeState | undefined) => {
    const { [field]: _, ...others } = ranges;
    onState({ ranges: range ? { ...others, [field]: range } : others });
  };
  return (
    <FetchedAt value={fleet.fetchedAt}>
      <div className={classes['page']}>
        <FleetSum
          summary={summary}
          whole={fleet.state === 'complete' ? 'registered' : 'came'}
          unknown={whyUnknown(summary, connectivity)}
        />
        <div className={classes['panes']}>
          <Products
            products={products}
            connected={connected}
            ranking={state.ranking}
            onRanking={(ranking) => onState({ ranking })}
          />
          <Checks checked={checked} />
        </div>
        <div className={classes['panes']} data-halves>
          {TIMES.map((field) => (
            <TimePane
              key={field}
              field={field}
              time={times?.[field]}
              range={ranges[field]}
              onRange={(range) => setRange(field, range)}
              asTable={tables.includes(field)}
              onTable={(on) => onState({ tables: on ? [...tables, field] : tables.filter((table) => table !== field) })}
            />
          ))}
        </div>
      </div>
    </FetchedAt>
  );
}

function whyUnknown({ fleet }: Summary, { error, asking, retry }: Connectivity): ReactNode {
  if (error) return <UnknownValue subject="Connectivity" error={error} busy={asking} onRetry={retry} />;
  if (fleet.state === 'reading') return 'Which are online is asked once all devices are here.';
  if (fleet.state === 'incomplete') return 'Which are online is not asked for a part of the devices.';
  return 'asking which are online…';
}

function Checks({ checked }: { checked: Checked | undefined }) {
  const rows = CHECKS.map((check) => ({ check, count: checked?.counts.get(check) }));
  const concerned = rows.filter(({ count }) => count !== undefined && count > 0);
  const others = rows.filter((row) => !concerned.includes(row));
  return (
    <Pane
      title="Checks"
      count={checked && `${concerned.length} of ${CHECKS.length} to look at`}
      aside={checked && <OverviewPaneMenu title="Checks" tabulate={() => tabulateChecks([...concerned, ...others])} />}
    >
      {!checked && <Waiting label="Checking the devices" rows={9} height={28} />}
      {checked && (
        <ul className={classes['checks']}>
          {concerned.map(({ check, count = 0 }) => (
            <li key={check} className={shared['row']}>
              <AttentionIcon className={shared['attention']} />
              <Link className={classes['words']} to={checkPath(check)}>
                {upperFirst(check)} <b>{formatCount(count)}</b>
              </Link>
            </li>
          ))}
          {others.map(({ check, count }) => (
            <li key={check} className={shared['row']} data-none>
              <IconCheck size={16} stroke={1.5} aria-hidden data-unknown={count === undefined || undefined} />
              <span className={classes['words']}>
                {upperFirst(check)} <span>{count === undefined ? 'not known' : 'none'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Pane>
  );
}

function tabulateChecks(rows: readonly { check: Check; count: number | undefined }[]): Omit<PaneTable, 'title'> {
  return {
    headings: ['check', 'devices'],
    rows: rows.map(({ check, count }) => [upperFirst(check), count ?? 'not known']),
    bars: 'beside',
  };
}

/** Number of devices; while the list loads, the number received and a Cancel button. */
export function Arriving({ fleet }: { fleet: Fleet }) {
  const words = devicesInWords(fleet);
  useAnnouncement(fleet.state === 'reading' ? undefined : words, 'devices');
  return (
    <>
      <span data-devices>
        <CountWords words={words} />
      </span>
      {fleet.state === 'reading' && (
        <>
          {' '}
          <Button size="row" onClick={fleet.cancel}>
            Cancel
          </Button>
        </>
      )}
    </>
  );
}

export function Complaints({ fleet }: { fleet: Fleet }) {
  const sentences = fleet.state === 'reading' ? [] : complaintsAbout(fleet);
  return (
    <>
      {fleet.cancelled && (
        <NoticeLine title="Loading was cancelled.">
          {`${numberThatCame(fleet, 'devices')} came; the others are missing from every number.`}
        </NoticeLine>
      )}
      {sentences.length > 0 && (
        <NoticeLine tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence} </p>
          ))}
        </NoticeLine>
      )}
    </>
  );
}

export function Awaited() {
  useLoadingAnnouncement('Loading the devices');
  return (
    <div className={classes['awaited']}>
      <Waiting label="Loading the devices" height={64} />
      <div aria-hidden>
        <Waiting label="" rows={12} />
      </div>
      <div aria-hidden>
        <Waiting label="" rows={9} />
      </div>
    </div>
  );
}
