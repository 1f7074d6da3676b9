import { upperFirst } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ConnectivityQuery } from '#api/list/useConnectivity.ts';
import { FAILED_CHECKS_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { formatReceivedCount, getConsistencyWarnings } from '#fleet/model/consistencyWarnings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { CHECK_NAMES, type CheckResults } from '#fleet/queries/checks.ts';
import { formatDeviceCount } from '#fleet/shown/loadState.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { useAnnouncement, useLoadingAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Notice } from '#ui/notices/Notice.tsx';
import { WarningIcon } from '#ui/notices/WarningIcon.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { ValueLoadError } from '#ui/states/ValueLoadError.tsx';
import shared from '#ui/theme/shared.module.css';
import { FormattedCount } from '#ui/values/FormattedCount.tsx';
import { OVERVIEW_TIME_FIELDS, type OverviewState, type TimeField } from '#urls/overview.ts';
import type { FieldRange } from '#urls/rangeParams.ts';
import { CONNECTIONS_PATH } from '#urls/routePaths.ts';
import { FleetEquation } from './FleetEquation.tsx';
import { buildDevicesByChecksUrl, buildSilentOnlineUrl } from './links.ts';
import classes from './OverviewPage.module.css';
import { OverviewPaneMenu, type PaneTable } from './OverviewPaneMenu.tsx';
import { ProductsPane } from './ProductsPane.tsx';
import type { FleetSummary } from './summarizeFleet.ts';
import { TimeHistogramPane } from './TimeHistogramPane.tsx';
import type { OverviewLastSeen } from './useOverview.ts';

const ChooseDocumentsPane = lazyComponent(async () => (await import('./LastSeenPane.tsx')).LastSeenSetupPane);
const LastSeenPane = lazyComponent(async () => (await import('./LastSeenPane.tsx')).LastSeenPane);

type Props = {
  summary: FleetSummary;
  state: OverviewState;
  connectivity: ConnectivityQuery;
  lastSeen: OverviewLastSeen;
  onStateChange: (state: Partial<OverviewState>) => void;
  onRefetch: () => void;
};

export function Overview({ summary, state, connectivity, lastSeen, onStateChange, onRefetch }: Props) {
  const { fleet, connected, times, checked } = summary;
  const { ranges, tables } = state;
  if (fleet.state === 'complete' && fleet.count === 0 && fleet.progress.badCount === 0) {
    return (
      <PageBody>
        <EmptyState
          title="No devices are registered in this project"
          action={{ label: 'Check again', run: onRefetch }}
          extraActions={<Link to={CONNECTIONS_PATH}>Switch connection</Link>}
        >
          The service returned an empty list. Devices appear here after they are registered. This console is read-only.
        </EmptyState>
      </PageBody>
    );
  }
  // without a source of documents the pane is only a sentence, which fits below the checks
  const spec = lastSeen.isShown ? lastSeen.state.spec : undefined;
  const products = 'products' in summary ? (summary.products ?? null) : undefined;
  const setRange = (field: TimeField, range: FieldRange | undefined) => {
    const { [field]: _, ...others } = ranges;
    onStateChange({ ranges: range ? { ...others, [field]: range } : others });
  };
  return (
    <div className={classes['page']}>
      <FleetEquation
        summary={summary}
        totalLabel={fleet.state === 'complete' ? 'registered' : 'came'}
        unknownReason={explainUnknownConnectivity(summary, connectivity)}
      />
      <div className={classes['panes']}>
        <ProductsPane
          products={products}
          isConnectivityKnown={connected}
          ranking={state.ranking}
          onRankingChange={(ranking) => onStateChange({ ranking })}
        />
        <div className={classes['stack']}>
          <ChecksPane
            checked={checked}
            silentOnline={spec && { source: spec.source, count: lastSeen.ages?.silentOnline }}
          />
          {lastSeen.isShown && !spec && <ChooseDocumentsPane />}
        </div>
      </div>
      <div className={classes['panes']} data-halves data-thirds={spec !== undefined || undefined}>
        {OVERVIEW_TIME_FIELDS.map((field) => (
          <TimeHistogramPane
            key={field}
            field={field}
            time={times?.[field]}
            range={ranges[field]}
            onRange={(range) => setRange(field, range)}
            isTable={tables.includes(field)}
            onTableChange={(on) =>
              onStateChange({ tables: on ? [...tables, field] : tables.filter((table) => table !== field) })
            }
          />
        ))}
        {spec && <LastSeenPane fleetState={fleet.state} spec={spec} lastSeen={lastSeen} />}
      </div>
    </div>
  );
}

function explainUnknownConnectivity(
  { fleet }: FleetSummary,
  { error, isFetching, retry }: ConnectivityQuery,
): ReactNode {
  if (error) return <ValueLoadError subject="Connectivity" error={error} retrying={isFetching} onRetry={retry} />;
  if (fleet.state === 'reading') return 'Connectivity loads after all devices are loaded.';
  if (fleet.state === 'incomplete') return 'Connectivity is not loaded for an incomplete list.';
  return 'loading connectivity…';
}

type CheckRow = { label: string; to: string; count: number | undefined };

type ChecksPaneProps = {
  checked: CheckResults | undefined;
  /** Undefined if it is not known which documents belong to the devices. */
  silentOnline: { source: DocumentSource; count: number | undefined } | undefined;
};

function ChecksPane({ checked, silentOnline }: ChecksPaneProps) {
  const rows: CheckRow[] = [
    ...CHECK_NAMES.map((check) => ({
      label: upperFirst(check),
      to: buildDevicesByChecksUrl([check]),
      count: checked?.counts.get(check),
    })),
    ...(silentOnline
      ? [
          {
            label: 'Online but no data for 24 h',
            to: buildSilentOnlineUrl(silentOnline.source),
            count: silentOnline.count,
          },
        ]
      : []),
  ];
  const failedChecks = rows.filter(({ count }) => count !== undefined && count > 0);
  const otherChecks = rows.filter((row) => !failedChecks.includes(row));
  return (
    <Pane
      title="Checks"
      count={checked && `${failedChecks.length} of ${rows.length} to review`}
      aside={
        checked && (
          <OverviewPaneMenu
            title="Checks"
            pin={{ link: buildDevicesByChecksUrl(CHECK_NAMES), show: 'bars', by: FAILED_CHECKS_FIELD }}
            createTable={() => tabulateChecks([...failedChecks, ...otherChecks])}
          />
        )
      }
    >
      {!checked && <Skeleton label="Checking the devices" rows={9} rowHeight={28} />}
      {checked && (
        <ul className={classes['checks']}>
          {failedChecks.map(({ label, to, count = 0 }) => (
            <li key={label} className={shared['row']}>
              <WarningIcon className={shared['attention']} />
              <Link className={classes['words']} to={to}>
                {label} <b translate="no">{formatCount(count)}</b>
              </Link>
            </li>
          ))}
          {otherChecks.map(({ label, count }) => (
            <li key={label} className={shared['row']} data-none>
              <IconCheck size={16} stroke={1.5} aria-hidden data-unknown={count === undefined || undefined} />
              <span className={classes['words']}>
                {label} <span>{count === undefined ? 'unknown' : 'none'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Pane>
  );
}

function tabulateChecks(rows: readonly CheckRow[]): PaneTable {
  return {
    headings: ['check', 'devices'],
    rows: rows.map(({ label, count }) => [label, count ?? 'unknown']),
  };
}

export function FleetCount({ fleet }: { fleet: Fleet }) {
  const words = formatDeviceCount(fleet);
  useAnnouncement(fleet.state === 'reading' ? undefined : words, 'devices');
  return (
    <>
      <span data-devices>
        <FormattedCount text={words} />
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

export function ConsistencyWarnings({ fleet }: { fleet: Fleet }) {
  const sentences = fleet.state === 'reading' ? [] : getConsistencyWarnings(fleet);
  return (
    <>
      {fleet.cancelled && (
        <Notice title="Loading was canceled.">
          {`${formatReceivedCount(fleet, 'devices')} were loaded. The numbers do not include the rest.`}
        </Notice>
      )}
      {sentences.length > 0 && (
        <Notice tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence} </p>
          ))}
        </Notice>
      )}
    </>
  );
}

export function OverviewSkeleton() {
  useLoadingAnnouncement('Loading the devices');
  return (
    <div className={classes['awaited']}>
      <Skeleton label="Loading the devices" rowHeight={64} />
      <div aria-hidden>
        <Skeleton label="" rows={12} />
      </div>
      <div aria-hidden>
        <Skeleton label="" rows={9} />
      </div>
    </div>
  );
}
