import { useNavigate } from 'react-router-dom';
import { deviceQuery } from '#api/device.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { DEVICES } from '#paths/addresses.ts';
import { lastPlace } from '#paths/frame.ts';
import { useConnection } from '#session/session.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { StatusLine } from '#ui/page/Bars.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { ComparedDevices, isUnknown } from './ComparedDevices.tsx';
import classes from './ComparePage.module.css';
import { ComparePlace, useComparison } from './ComparePlace.tsx';
import { CompareAside, CompareTools } from './CompareTools.tsx';
import { Timeline } from './Timeline.tsx';

/** Two to five devices side by side, as the link names them. */
export function ComparePage() {
  return (
    <ComparePlace>
      <Compared />
    </ComparePlace>
  );
}

function Compared() {
  const { deviceIDs, dropped, columns, fields, differing } = useComparison();
  const navigate = useNavigate();
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
        aside={<CompareAside />}
      />
      <CompareTools />
      <div className={classes['body']}>
        <DamagedLink dropped={dropped} />
        <Stale />
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
            <ComparedDevices />
            <Timeline />
          </>
        )}
      </div>
      <StatusLine aside={<Requests />}>
        <span role="status">
          {fields.length > 0 ? `${differing.length} of ${fields.length} fields differ` : 'no fields to compare'}
        </span>
      </StatusLine>
    </>
  );
}

/** Why a record that is shown was not refreshed. */
function Stale() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const at = queries.findIndex(({ isRefetchError }) => isRefetchError);
  const [query, deviceID = ''] = [queries[at], deviceIDs[at]];
  if (!query) return null;
  const { queryKey } = deviceQuery(connection, { deviceID });
  return <QueryState query={query} queryKey={queryKey} subject={`the device ${deviceID}`} />;
}

/** How many were asked for, and how long the slowest that answered took: they are asked side by side. */
function Requests() {
  const { queries } = useComparison();
  const took = queries.flatMap(({ data }) => (data ? [data.latency] : []));
  const slowest =
    took.length > 0 ? `, ${took.length > 1 ? 'slowest ' : ''}${formatCount(Math.round(Math.max(...took)))} ms` : '';
  return `${counted(queries.length, 'request')}${slowest}`;
}
