import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import type { Connection } from '#api/connection.ts';
import { deviceQuery } from '#api/device.ts';
import { useKnownConnectivity } from '#api/list/knownConnectivity.ts';
import { snippetsOfEach } from '#api/snippets.ts';
import { CONNECTIVITY } from '#contract/device.ts';
import { counted, formatCount } from '#lib/counts.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { DEVICES } from '#paths/addresses.ts';
import { type CompareState, comparePath, parseCompareUrl } from '#paths/compare.ts';
import { lastPlace } from '#paths/lastPlaces.ts';
import { useConnection } from '#session/session.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { StatusLine } from '#ui/page/StatusLine.tsx';
import { ToolBar } from '#ui/page/ToolBar.tsx';
import { EmptyState } from '#ui/states/EmptyState.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { AddDevice } from './AddDevice.tsx';
import { ComparedDevices, isUnknown } from './ComparedDevices.tsx';
import classes from './ComparePage.module.css';
import { comparedFields } from './comparison.ts';
import { Timeline } from './Timeline.tsx';
import { useCopyTable } from './useCopyTable.ts';

type DeviceAnswer = Pick<
  UseQueryResult<{ fetchedAt: number; latency: number }>,
  'data' | 'isRefetchError' | 'isFetching' | 'refetch'
>;

/** Two to five devices side by side, as the link names them. */
export function ComparePage() {
  const { search } = useLocation();
  const { state, dropped } = parseCompareUrl(new URLSearchParams(search));
  const { deviceIDs } = state;
  const connection = useConnection();
  const navigate = useNavigate();
  const compared = useComparison(connection, state);
  const { queries, columns, fields, differing, shown } = compared;
  const copyTable = useCopyTable({ columns, fields: shown });
  const show = (next: Partial<CompareState>) => void navigate(comparePath({ ...state, ...next }), { replace: true });
  const missing = columns.flatMap(({ device, error }) => (!device && error ? [error] : []));

  return (
    <>
      <title>Compare · Fleetlens</title>
      <PageHeader
        view={<BackLink to={lastPlace(DEVICES)}>Back to the list</BackLink>}
        title="Compare"
        count={
          <span className={classes['number']}>
            {counted(deviceIDs.length, 'device')}
            {missing.length > 0 && (
              <span>{`, ${missing.length} ${missing.every(isUnknown) ? 'not found' : 'not there'}`}</span>
            )}
          </span>
        }
        aside={<Aside connection={connection} deviceIDs={deviceIDs} queries={queries} onCopy={copyTable} />}
      />
      <Tools {...{ compared, show }} onCopy={copyTable} />
      <div className={classes['body']}>
        <DamagedLink dropped={dropped} />
        <Stale deviceIDs={deviceIDs} queries={queries} />
        {deviceIDs.length < 2 && (
          <EmptyState
            title={deviceIDs.length === 0 ? 'No devices to compare' : 'One device alone cannot be compared'}
            action={{ label: 'Choose in the list', run: () => void navigate(lastPlace(DEVICES)) }}
          >
            Select two to five devices in the list and press Compare, or add one by its ID.
          </EmptyState>
        )}
        {deviceIDs.length > 0 && (
          <>
            <ComparedDevices
              columns={columns}
              fields={shown}
              onRemove={(id) => show({ deviceIDs: deviceIDs.filter((one) => one !== id) })}
            />
            <Timeline columns={columns} />
          </>
        )}
      </div>
      <StatusLine aside={requestsInWords(queries)}>
        <span role="status">
          {fields.length > 0 ? `${differing.length} of ${fields.length} fields differ` : 'no fields to compare'}
        </span>
      </StatusLine>
    </>
  );
}

/** Why a record that is shown was not refreshed. */
function Stale({ deviceIDs, queries }: Pick<Comparison, 'deviceIDs' | 'queries'>) {
  const connection = useConnection();
  const at = queries.findIndex(({ isRefetchError }) => isRefetchError);
  const [query, deviceID = ''] = [queries[at], deviceIDs[at]];
  if (!query) return null;
  const { queryKey } = deviceQuery(connection, { deviceID });
  return <QueryState query={query} queryKey={queryKey} subject={`the device ${deviceID}`} />;
}

/** What the link names, asked for side by side, and where the records differ. */
function useComparison(connection: Connection, { deviceIDs, different }: CompareState) {
  const queries = useQueries({ queries: deviceIDs.map((deviceID) => deviceQuery(connection, { deviceID })) });
  const connectivityOf = useKnownConnectivity(connection.id);
  const columns = deviceIDs.map((deviceID, at) => ({
    deviceID,
    device: withConnectivity(queries[at]?.data?.device, connectivityOf(deviceID)),
    error: queries[at]?.error ?? null,
    retry: () => void queries[at]?.refetch(),
  }));
  const fields = comparedFields(columns.map(({ device }) => device));
  const differing = fields.filter(({ differs }) => differs);
  return { deviceIDs, different, queries, columns, fields, differing, shown: different ? differing : fields };
}

type Comparison = ReturnType<typeof useComparison>;

type ToolsProps = {
  compared: Comparison;
  show: (next: Partial<CompareState>) => void;
  onCopy: () => void;
};

/** Which fields are shown, and the way to one more device. */
function Tools({ compared, show, onCopy }: ToolsProps) {
  const { deviceIDs, different, fields, differing } = compared;
  const { id: connectionId } = useConnection();
  return (
    <ToolBar label="Fields shown">
      <Segmented
        label="Fields"
        options={[
          { value: 'all', label: `All ${fields.length} fields` },
          { value: 'different', label: `${differing.length} that differ` },
        ]}
        value={different ? 'different' : 'all'}
        onPick={(value) => show({ different: value === 'different' })}
      />
      <span className={classes['legend']}>unlike the others</span>
      <span className={classes['tools']}>
        <Button look="plain" className={classes['copy']} onClick={onCopy}>
          Copy as table
        </Button>
        <AddDevice
          connectionId={connectionId}
          compared={deviceIDs}
          onAdd={(id) => show({ deviceIDs: [...deviceIDs, id] })}
        />
      </span>
    </ToolBar>
  );
}

/** How many were asked for, and how long the slowest that answered took: they are asked side by side. */
function requestsInWords(queries: readonly DeviceAnswer[]): string {
  const took = queries.flatMap(({ data }) => (data ? [data.latency] : []));
  const slowest =
    took.length > 0 ? `, ${took.length > 1 ? 'slowest ' : ''}${formatCount(Math.round(Math.max(...took)))} ms` : '';
  return `${queries.length} ${queries.length === 1 ? 'request' : 'requests'}${slowest}`;
}

type AsideProps = {
  connection: Connection;
  deviceIDs: readonly string[];
  queries: readonly DeviceAnswer[];
  onCopy: () => void;
};

/** How fresh the oldest record is, and the requests to copy. */
function Aside({ connection, deviceIDs, queries, onCopy }: AsideProps) {
  const autoRefresh = useAutoRefresh();
  const asOf = Math.min(...queries.map(({ data }) => data?.fetchedAt ?? Number.POSITIVE_INFINITY));
  return (
    <>
      <Freshness
        asOf={Number.isFinite(asOf) ? asOf : undefined}
        stale={queries.some(({ isRefetchError }) => isRefetchError)}
        refresh={{
          running: queries.some(({ isFetching }) => isFetching),
          run: () => queries.forEach(({ refetch }) => void refetch()),
        }}
        autoRefresh={autoRefresh}
      />
      <PageMenu
        label="More of this comparison"
        requests={deviceIDs.length > 0 ? snippetsOfEach(connection, deviceIDs) : []}
        autoRefresh={autoRefresh}
        further={[{ label: 'Copy as table', run: onCopy }, 'line']}
      />
    </>
  );
}

/** A record with what the list knows of the device beside it. */
function withConnectivity(device: JsonObject | undefined, known: string | undefined): JsonObject | undefined {
  return device && known !== undefined ? { [CONNECTIVITY]: known, ...device } : device;
}
