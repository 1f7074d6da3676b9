import { Link, useNavigate } from 'react-router-dom';
import { deviceQuery } from '#api/device.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { formatTime } from '#lib/time/time.ts';
import { DEVICES } from '#paths/addresses.ts';
import { COMPARED_MAX } from '#paths/compare.ts';
import { devicePath } from '#paths/device.ts';
import { lastPlace } from '#paths/frame.ts';
import { useConnection } from '#session/session.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { timeTicks, zoneOf } from '#ui/charts/timeScale.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { StatusLine } from '#ui/page/Bars.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { within } from '#ui/page/place.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { ComparedDevices, isUnknown } from './ComparedDevices.tsx';
import classes from './ComparePage.module.css';
import { ComparePlace, useComparison } from './ComparePlace.tsx';
import { CompareAside, CompareTools, Legend } from './CompareTools.tsx';
import { describePairing, drawableTime } from './comparison.ts';

export const ComparePage = within(ComparePlace, Compared);

function Compared() {
  const { deviceIDs, leftOut, dropped, columns, fields, differing, isComplete } = useComparison();
  const navigate = useNavigate();
  // its tool bar has no room for the legend
  const phone = usePhone();
  const words = !isComplete
    ? 'loading the devices…'
    : fields.length > 0
      ? `${differing.length} of ${fields.length} fields differ`
      : 'no fields to compare';
  useAnnouncement(isComplete ? words : undefined, 'compare');
  const missing = columns.flatMap(({ device, error }) => (!device && error ? [error] : []));
  return (
    <>
      <title>Compare · Fleetlens</title>
      <PageHeader
        view={<BackLink to={lastPlace(DEVICES)}>Back to the list</BackLink>}
        title="Compare"
        count={
          <span className={classes['number']}>
            {pluralize(deviceIDs.length, 'device')}
            {missing.length > 0 && (
              <span>{`, ${missing.length} ${missing.every(isUnknown) ? 'not found' : 'not there'}`}</span>
            )}
          </span>
        }
        aside={<CompareAside />}
      />
      <CompareTools />
      <div className={`${classes['body']} ${shared['scroll']}`}>
        <DamagedLink dropped={dropped} />
        {leftOut.length > 0 && (
          <NoticeLine title={`${COMPARED_MAX} devices are compared at most.`}>
            Left out: <PlainText text={leftOut.join(', ')} />.
          </NoticeLine>
        )}
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
        <span>{words}</span>
        {phone && <Legend />}
      </StatusLine>
    </>
  );
}

function Stale() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const at = queries.findIndex(({ isRefetchError }) => isRefetchError);
  const [query, deviceID = ''] = [queries[at], deviceIDs[at]];
  if (!query) return null;
  const { queryKey } = deviceQuery(connection, { deviceID });
  return <QueryState query={query} queryKey={queryKey} subject={`the device ${deviceID}`} />;
}

/** Number of requests and the highest latency: they run in parallel. */
function Requests() {
  const { queries } = useComparison();
  const took = queries.flatMap(({ data }) => (data ? [data.latency] : []));
  const slowest =
    took.length > 0 ? `, ${took.length > 1 ? 'slowest ' : ''}${formatCount(Math.round(Math.max(...took)))} ms` : '';
  return `${pluralize(queries.length, 'request')}${slowest}`;
}

/** Registration and last pairing of all devices on a shared time axis; dotted until now. */
function Timeline() {
  const { columns } = useComparison();
  const mode = useTimeMode();
  const now = Date.now();
  const spans = columns.flatMap(({ deviceID, device }) => {
    const [registered, paired] = [drawableTime(device?.['registeredAt']), drawableTime(device?.['lastPairedAt'])];
    return !device || registered === undefined ? [] : [{ deviceID, device, registered, paired }];
  });
  if (spans.length === 0) return null;
  const times = spans.flatMap(({ registered, paired }) => [registered, paired ?? registered]);
  const [from, to] = [Math.min(...times), Math.max(now, ...times)];
  const share = (time: number) => (time - from) / Math.max(1, to - from);
  const percent = (time: number) => `${100 * share(time)}%`;
  const round = timeTicks(from, to, 5, zoneOf(mode));
  const apart = round.filter(({ at }) => at < from + 0.85 * (to - from));
  const ticks = to === now ? [...apart, { at: now, label: 'now' }] : round;
  const wide = (one: number, other: number) => `${(100 * Math.abs(other - one)) / Math.max(1, to - from)}%`;
  const words = (time: number) => formatTime(time, mode === 'relative' ? 'local' : mode, now) ?? '';
  return (
    <Pane title="Timeline" count="from registered to last paired, dotted until now">
      <ul className={classes['timeline']}>
        {spans.map(({ deviceID, device, registered, paired }) => (
          <li key={deviceID}>
            <Link to={devicePath(deviceID)}>
              <PlainText text={deviceID.slice(0, 60)} />
            </Link>
            <span className={classes['track']} data-tip={describePairing(device, words)}>
              <span className={classes['dotted']} style={{ left: percent(registered), width: wide(registered, to) }} />
              {paired !== undefined && (
                <span
                  className={classes['span']}
                  style={{ left: percent(Math.min(registered, paired)), width: wide(registered, paired) }}
                />
              )}
              <span data-spoken>{describePairing(device, words)}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={`${classes['axis']} ${shared['axis']} ${shared['small']}`} aria-hidden>
        {ticks.map(({ at, label }) => (
          <span
            key={at}
            style={{ left: percent(at) }}
            data-edge={share(at) < 0.1 ? 'start' : at === to ? 'end' : undefined}
          >
            {label}
          </span>
        ))}
      </div>
    </Pane>
  );
}
