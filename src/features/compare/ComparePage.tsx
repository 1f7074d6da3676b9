import { Link, useNavigate } from 'react-router-dom';
import { createDeviceQueryOptions } from '#api/device.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime } from '#lib/time/time.ts';
import { useLastUrls } from '#session/lastUrls.ts';
import { useConnection } from '#session/useSession.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { createTimeTicks, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { InvalidLinkNotice, Notice } from '#ui/notices/Notice.tsx';
import { StatusBar } from '#ui/page/Bars.tsx';
import { withProvider } from '#ui/page/createProvider.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { QueryStatusView } from '#ui/states/QueryStatusView.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { MAX_COMPARED_DEVICES } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { DEVICES_PATH } from '#urls/routePaths.ts';
import classes from './ComparePage.module.css';
import { CompareProvider, useComparison } from './CompareProvider.tsx';
import { CompareHeaderActions, CompareToolbar, OutlierLegend } from './CompareToolbar.tsx';
import { ComparisonTable, isDeviceNotFound } from './ComparisonTable.tsx';
import { describeRegistrationAndPairing, toPlausibleTime } from './compareDeviceFields.ts';

export const ComparePage = withProvider(CompareProvider, CompareContent);

function CompareContent() {
  const { deviceIDs, leftOut, dropped, columns, fields, differing, isComplete } = useComparison();
  const navigate = useNavigate();
  const lastUrls = useLastUrls();
  // the toolbar has no room for the legend on phones
  const phone = useIsPhone();
  const summary = !isComplete
    ? 'loading devices…'
    : fields.length > 0
      ? `${differing.length} of ${fields.length} fields differ`
      : 'no fields to compare';
  useAnnouncement(isComplete ? summary : undefined, 'compare');
  const missing = columns.flatMap(({ device, error }) => (!device && error ? [error] : []));
  return (
    <>
      <title>Compare · Fleetlens</title>
      <PageHeader
        view={<BackLink to={lastUrls.get(DEVICES_PATH)}>Back to the list</BackLink>}
        title="Compare"
        count={
          <span className={classes['number']}>
            {formatCountWithNoun(deviceIDs.length, 'device')}
            {missing.length > 0 && (
              <span>{`, ${missing.length} ${missing.every(isDeviceNotFound) ? 'not found' : 'not available'}`}</span>
            )}
          </span>
        }
        aside={<CompareHeaderActions />}
      />
      <CompareToolbar />
      <div className={`${classes['body']} ${shared['scroll']}`}>
        <InvalidLinkNotice droppedParts={dropped} />
        {leftOut.length > 0 && (
          <Notice title={`You can compare up to ${MAX_COMPARED_DEVICES} devices.`}>
            Ignored: <PlainText text={leftOut.join(', ')} />.
          </Notice>
        )}
        <RefetchErrorState />
        {deviceIDs.length < 2 && (
          <EmptyState
            title={deviceIDs.length === 0 ? 'No devices to compare' : 'Add a second device to compare'}
            action={{ label: 'Select devices', run: () => void navigate(lastUrls.get(DEVICES_PATH)) }}
          >
            Select two to five devices in the list and press Compare, or add one by its ID.
          </EmptyState>
        )}
        {deviceIDs.length > 0 && (
          <>
            <ComparisonTable />
            <Timeline />
          </>
        )}
      </div>
      <StatusBar aside={<RequestSummary />}>
        <span>{summary}</span>
        {phone && <OutlierLegend />}
      </StatusBar>
    </>
  );
}

function RefetchErrorState() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const at = queries.findIndex(({ isRefetchError }) => isRefetchError);
  const [query, deviceID = ''] = [queries[at], deviceIDs[at]];
  if (!query) return null;
  const { queryKey } = createDeviceQueryOptions(connection, { deviceID });
  return <QueryStatusView query={query} queryKey={queryKey} subject={`device ${deviceID}`} />;
}

function RequestSummary() {
  const { queries } = useComparison();
  const latencies = queries.flatMap(({ data }) => (data ? [data.latency] : []));
  const slowest =
    latencies.length > 0
      ? `, ${latencies.length > 1 ? 'slowest ' : ''}${formatCount(Math.round(Math.max(...latencies)))} ms`
      : '';
  return `${formatCountWithNoun(queries.length, 'request')}${slowest}`;
}

function Timeline() {
  const { columns } = useComparison();
  const mode = useTimeMode();
  const now = getServiceTime();
  const spans = columns.flatMap(({ deviceID, device }) => {
    const [registered, paired] = [toPlausibleTime(device?.['registeredAt']), toPlausibleTime(device?.['lastPairedAt'])];
    return !device || registered === undefined ? [] : [{ deviceID, device, registered, paired }];
  });
  if (spans.length === 0) return null;
  const times = spans.flatMap(({ registered, paired }) => [registered, paired ?? registered]);
  const [from, to] = [Math.min(...times), Math.max(now, ...times)];
  const toShare = (time: number) => (time - from) / Math.max(1, to - from);
  const toPercent = (time: number) => `${100 * toShare(time)}%`;
  const ticksOfRange = createTimeTicks(from, to, 5, getAxisTimeZone(mode));
  const ticksBeforeNow = ticksOfRange.filter(({ at }) => at < from + 0.85 * (to - from));
  const ticks = to === now ? [...ticksBeforeNow, { at: now, label: 'now' }] : ticksOfRange;
  const toWidth = (one: number, other: number) => `${(100 * Math.abs(other - one)) / Math.max(1, to - from)}%`;
  const formatTickTime = (time: number) => formatTime(time, mode === 'relative' ? 'local' : mode, now) ?? '';
  return (
    <Pane title="Timeline" count="from registered to last paired; dotted to now">
      <ul className={classes['timeline']} translate="no">
        {spans.map(({ deviceID, device, registered, paired }) => (
          <li key={deviceID}>
            <Link to={buildDeviceUrl(deviceID)}>
              <PlainText text={deviceID.slice(0, 60)} />
            </Link>
            <span className={classes['track']} data-tip={describeRegistrationAndPairing(device, formatTickTime)}>
              <span
                className={classes['dotted']}
                style={{ left: toPercent(registered), width: toWidth(registered, to) }}
              />
              {paired !== undefined && (
                <span
                  className={classes['span']}
                  style={{ left: toPercent(Math.min(registered, paired)), width: toWidth(registered, paired) }}
                />
              )}
              <span data-spoken>{describeRegistrationAndPairing(device, formatTickTime)}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={`${classes['axis']} ${shared['axis']} ${shared['small']}`} aria-hidden translate="no">
        {ticks.map(({ at, label }) => (
          <span
            key={at}
            style={{ left: toPercent(at) }}
            data-edge={toShare(at) < 0.1 ? 'start' : at === to ? 'end' : undefined}
          >
            {label}
          </span>
        ))}
      </div>
    </Pane>
  );
}
