import { sum } from 'd3-array';
import { Link } from 'react-router-dom';
import { LAST_SEEN_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { AgeCounts } from '#fleet/queries/countByAge.ts';
import { ChooseDocumentsPopover } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { LastSeenStatus } from '#lastSeen/LastSeenStatus.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { useConnection } from '#session/useSession.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { DEVICES_PATH } from '#urls/routePaths.ts';
import classes from './LastSeenPane.module.css';
import {
  AGE_RANGES,
  type AgeRange,
  buildDevicesByRangeUrl,
  buildSilentOnlineUrl,
  SILENT_AGE_MS,
  SILENT_RANGE,
} from './links.ts';
import { OverviewPaneMenu, type PaneTable } from './OverviewPaneMenu.tsx';
import { createBarStyle } from './ProductsPane.tsx';
import { formatPercentage } from './summarizeFleet.ts';
import type { OverviewLastSeen } from './useOverview.ts';

export function LastSeenSetupPane() {
  return (
    <Pane title="Last seen" aside={<ChooseDocumentsPopover label="Choose documents" />}>
      <p className={shared['small']}>Choose where the devices’ documents are.</p>
    </Pane>
  );
}

type Props = { fleetState: Fleet['state']; spec: LastSeenSpec; lastSeen: OverviewLastSeen };

type AgeRow = AgeRange & { count: number; share: number };

export function LastSeenPane({ fleetState, spec, lastSeen }: Props) {
  const connection = useConnection();
  const { state, ages, request } = lastSeen;
  const { isLoading, isAvailable } = state;
  const rows = ages && createAgeRows(ages);
  const isComplete = fleetState === 'complete';
  return (
    <Pane
      title="Last seen"
      count={`in ${spec.source.collection}, by ${spec.source.time}`}
      aside={
        <>
          <ChooseDocumentsPopover label="Change" />
          {rows && (
            <OverviewPaneMenu
              title="Last seen"
              pin={{ link: buildSilentOnlineUrl(spec.source), of: DEVICES_PATH }}
              createTable={() => tabulateAges(rows)}
            />
          )}
        </>
      }
    >
      {rows && <AgeTable rows={rows} source={spec.source} />}
      {ages && ages.unknown > 0 && (
        <p
          className={shared['small']}
        >{`${formatCountWithNoun(ages.unknown, 'device has', 'devices have')} no ID or no known time.`}</p>
      )}
      {!rows && isAvailable && isComplete && !request && (
        <Skeleton label="Loading last seen" rows={AGE_RANGES.length} rowHeight={24} />
      )}
      <div className={`${classes['status']} ${shared['small']}`}>
        {!isComplete && describeIncomplete(fleetState)}
        {isComplete && !request && !isLoading && <LastSeenStatus connection={connection} state={state} />}
        {isComplete && request && !rows && (
          <Button variant="link" size="row" onClick={request}>
            Load last seen
          </Button>
        )}
      </div>
    </Pane>
  );
}

function describeIncomplete(state: Fleet['state']): string {
  return state === 'reading' ? 'Last seen loads after all devices.' : 'Last seen is not loaded for an incomplete list.';
}

function createAgeRows({ counts, unknown }: AgeCounts): AgeRow[] {
  const all = counts.reduce((sum, count) => sum + count, unknown);
  return AGE_RANGES.map((range, at) => ({
    ...range,
    count: counts[at] ?? 0,
    share: (counts[at] ?? 0) / Math.max(1, all),
  }));
}

function AgeTable({ rows, source }: { rows: readonly AgeRow[]; source: DocumentSource }) {
  const most = Math.max(...rows.map(({ share }) => share), Number.MIN_VALUE);
  const silent = rows.filter(({ range: { before = 0, missing } }) => missing || before >= SILENT_AGE_MS);
  return (
    <table translate="no" className={classes['ages']} aria-label="Devices by last seen">
      <tbody>
        {rows.map(({ label, range, count, share }) => (
          <tr key={label}>
            <th scope="row">
              {count > 0 ? <Link to={buildDevicesByRangeUrl(LAST_SEEN_FIELD, range, source)}>{label}</Link> : label}
            </th>
            <td className={classes['bars']}>
              <span className={shared['bar']} style={createBarStyle({ share: share / most })} />
            </td>
            <td>{formatCount(count)}</td>
            <td className={shared['muted']}>{formatPercentage(share, 1)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Link to={buildDevicesByRangeUrl(LAST_SEEN_FIELD, SILENT_RANGE, source)}>not in the last 24 hours</Link>
          </th>
          <td />
          <td>{formatCount(sum(silent, ({ count }) => count))}</td>
          <td className={shared['muted']}>
            {formatPercentage(
              sum(silent, ({ share }) => share),
              1,
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function tabulateAges(rows: readonly AgeRow[]): PaneTable {
  return {
    headings: [LAST_SEEN_FIELD, 'devices'],
    rows: rows.map(({ label, count }) => [label, count]),
  };
}
