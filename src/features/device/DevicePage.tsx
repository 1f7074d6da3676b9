import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import { type DeviceAnswer, deviceQuery } from '#api/device.ts';
import { snippets } from '#api/snippets.ts';
import { DocumentsPane } from '#features/device/documents/DocumentsPane.tsx';
import { FieldPicker } from '#features/device/watch/FieldPicker.tsx';
import { beginningOf } from '#lib/beginning.ts';
import { CONNECTIONS, DEVICES } from '#paths/addresses.ts';
import { type DeviceState, devicePath, parseDeviceUrl } from '#paths/device.ts';
import { lastPlace } from '#paths/lastPlaces.ts';
import { useConnection } from '#session/session.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { FailedWays } from '#ui/states/FailedWays.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { DeviceIdentity } from './DeviceIdentity.tsx';
import classes from './DevicePage.module.css';
import { DevicePosition } from './DevicePosition.tsx';
import { type DeviceRecord, RecordPane } from './RecordPane.tsx';
import { type Neighbours, useNeighbours } from './useNeighbours.ts';

/** A longer name is cut: the record has the whole. */
const TITLE_MAX = 300;

export function DevicePage() {
  const { pathname, search, hash } = useLocation();
  const { state, dropped } = parseDeviceUrl(pathname, new URLSearchParams(search));
  const { deviceID, path, view } = state;
  const navigate = useNavigate();
  const connection = useConnection();
  const options = deviceQuery(connection, { deviceID });
  const query = useQuery(options);
  const { data, error, isFetching } = query;
  const neighbours = useNeighbours(connection, deviceID, (id) => devicePath(id, path, view) + hash);
  const unknown = error instanceof ApiError && error.kind === 'notFound';
  const record = data ?? (unknown ? undefined : neighbours.listed);
  // a phone's header has room for its name alone
  const phone = usePhone();
  const position = <DevicePosition neighbours={neighbours} />;
  const name = record?.device['name'];
  const title = beginningOf(typeof name === 'string' && name !== '' ? name : deviceID, TITLE_MAX);

  return (
    <>
      <title>{`${title} · Fleetlens`}</title>
      <PageHeader
        view={<BackLink to={lastPlace(DEVICES)}>Back to the list</BackLink>}
        title={<PlainText text={title} />}
        aside={<Tools deviceID={deviceID} query={query} position={!phone && position} />}
      />
      <div className={classes['body']}>
        <DamagedLink dropped={dropped} />
        {!unknown && !(record && isFetching && !error) && (
          <QueryState
            query={query}
            queryKey={options.queryKey}
            subject="the device"
            further={<FailedWays connections={CONNECTIONS} requests={snippets(connection, 'device', { deviceID })} />}
          />
        )}
        {unknown && (
          <Problem
            title={`No device “${beginningOf(deviceID, TITLE_MAX)}”`}
            error={error}
            action={{ label: 'All devices', run: () => void navigate(DEVICES) }}
          />
        )}
        {record ? (
          <Panes {...{ state, record, neighbours, fromList: !data }} position={phone && position} />
        ) : (
          phone && position
        )}
      </div>
    </>
  );
}

type ToolsProps = {
  deviceID: string;
  query: UseQueryResult<DeviceAnswer>;
  position: ReactNode;
};

/** Where the device is in its list, how fresh it is, and what else can be done with it. */
function Tools({ deviceID, query, position }: ToolsProps) {
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  const queryClient = useQueryClient();
  const { queryKey } = deviceQuery(connection, { deviceID });
  return (
    <>
      {position}
      <span className={classes['fresh']}>
        <Freshness
          asOf={query.data?.fetchedAt}
          stale={query.isRefetchError}
          refresh={{
            running: query.isFetching,
            run: () => void query.refetch(),
            cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
          }}
          autoRefresh={autoRefresh}
        />
      </span>
      <PageMenu
        label="More of this device"
        requests={snippets(connection, 'device', { deviceID })}
        autoRefresh={autoRefresh}
      />
    </>
  );
}

type PanesProps = {
  state: DeviceState;
  record: DeviceRecord;
  neighbours: Neighbours;
  fromList: boolean;
  position: ReactNode;
};

/** What is known of a device, and the ways to ask for more. */
function Panes({ state, record, neighbours, fromList, position }: PanesProps) {
  const { deviceID, path, view } = state;
  const navigate = useNavigate();
  const { hash } = useLocation();
  return (
    <>
      <DeviceIdentity
        deviceID={deviceID}
        device={record.device}
        connectivity={neighbours.connectivity}
        asOf={fromList ? undefined : record.fetchedAt}
        position={position}
      />
      <div className={classes['panes']}>
        <RecordPane
          record={record}
          fromList={fromList}
          view={view}
          onView={(next) => void navigate(devicePath(deviceID, path, next) + hash, { replace: true })}
        />
        <FieldPicker
          deviceID={deviceID}
          path={path}
          onPath={(field) => void navigate(devicePath(deviceID, field, view) + hash)}
          record={record}
        />
      </div>
      <div className={classes['documents']}>
        <DocumentsPane deviceID={deviceID} />
      </div>
    </>
  );
}
