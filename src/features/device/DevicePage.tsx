import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import { deviceQuery } from '#api/device.ts';
import { snippets } from '#api/snippets.ts';
import { beginningOf } from '#lib/beginning.ts';
import { DEVICES } from '#paths/addresses.ts';
import { parseDeviceUrl } from '#paths/device.ts';
import { lastPlace } from '#paths/lastPlaces.ts';
import { useConnection } from '#session/session.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import { DamagedLink } from '#ui/DamagedLink.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { JsonView } from '#ui/JsonView.tsx';
import { PageBody } from '#ui/PageBody.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pane } from '#ui/Pane.tsx';
import { PlainText } from '#ui/PlainText.tsx';
import { Problem } from '#ui/Problem.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { DeviceFields } from './DeviceFields.tsx';
import classes from './DevicePage.module.css';
import { FieldPicker } from './FieldPicker.tsx';

/** A longer name is cut: the record has the whole. */
const TITLE_MAX = 300;

export function DevicePage() {
  const { pathname, search } = useLocation();
  const { state, dropped } = parseDeviceUrl(pathname, new URLSearchParams(search));
  const { deviceID } = state;
  const navigate = useNavigate();
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  const queryClient = useQueryClient();
  const options = deviceQuery(connection, { deviceID });
  const query = useQuery(options);
  const { data, error, isFetching, isRefetchError, refetch } = query;
  const unknown = error instanceof ApiError && error.kind === 'notFound';
  const name = data?.device['name'];
  const title = typeof name === 'string' && name !== '' ? name : deviceID;

  return (
    <>
      <title>{`${beginningOf(title, TITLE_MAX)} · Fleetlens`}</title>
      <PageHeader
        view={
          <nav aria-label="Breadcrumb" className={classes['crumbs']}>
            <Link to={lastPlace(DEVICES)}>Back to the list</Link>
          </nav>
        }
        title={<PlainText text={beginningOf(title, TITLE_MAX)} />}
        aside={
          <>
            <CopyAs choices={snippets(connection, 'device', { deviceID })} />
            <Freshness
              asOf={data?.fetchedAt}
              stale={isRefetchError}
              refreshing={isFetching}
              onRefresh={() => void refetch()}
              onCancel={() => void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true })}
              autoRefresh={autoRefresh}
            />
          </>
        }
      />
      <PageBody>
        <DamagedLink dropped={dropped} />
        {!unknown && <QueryState query={query} queryKey={options.queryKey} subject="the device" />}
        {unknown && (
          <Problem
            title={`No device “${deviceID}”`}
            error={error}
            action={{ label: 'All devices', run: () => void navigate(DEVICES) }}
          />
        )}
        {data && (
          <div className={classes['columns']}>
            <Pane title="Record">
              <DeviceFields device={data.device} />
            </Pane>
            <FieldPicker deviceID={deviceID} device={data.device} />
            <Pane title="JSON">
              <JsonView value={data.device} label="device record" />
            </Pane>
          </div>
        )}
      </PageBody>
    </>
  );
}
