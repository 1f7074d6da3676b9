import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { isFieldFromDocuments, JOINED_FIELDS } from '#contract/device.ts';
import { useDeviceList, useDevicesPage, useDevicesSearch } from '#features/devices/DevicesProvider.tsx';
import { describeFilters, describeServerFilters, removeFieldFilter } from '#features/devices/filter/describeFilters.ts';
import { convertPhraseSearchToWords, countMatchingRows } from '#fleet/queries/countMatchingRows.ts';
import { LazyDocumentSourceForm } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { truncate } from '#lib/truncate.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { CONNECTIONS_PATH } from '#urls/routePaths.ts';
import { ListLastSeenStatus } from './FleetNotices.tsx';
import classes from './NoDevices.module.css';

const TEXT_LENGTH_MAX = 80;

type ExcludingFilter = { key: string; words: string; drop: () => void };

export function NoDevices() {
  const { view, blocking } = useDeviceList();
  if (view.fleet.count === 0)
    return (
      <PageBody>
        <EmptyFleet />
      </PageBody>
    );
  return <PageBody>{blocking.length > 0 ? <UnknownFields /> : <NoMatchingDevices />}</PageBody>;
}

/** Shown while the list is filtered by fields whose values are not known. */
function UnknownFields() {
  const { showAll } = useDevicesPage();
  const { blocking, lastSeen } = useDeviceList();
  const needsSource = !lastSeen.spec && blocking.some(isFieldFromDocuments);
  return (
    <EmptyState
      title={needsSource ? 'This list needs the documents of the devices' : `${blocking.join(', ')} is not known yet`}
      action={{ label: 'Show all loaded devices', run: showAll }}
    >
      <p>{`It is filtered by ${blocking.join(' and ')}, which the records of the devices do not contain.`}</p>
      {needsSource ? <LazyDocumentSourceForm /> : blocking.some(isFieldFromDocuments) && <ListLastSeenStatus />}
    </EmptyState>
  );
}

function NoMatchingDevices() {
  const { filters, onlySelected, setOnlySelected, setSearch, showAll, go, fields } = useDevicesPage();
  const { fleet } = useDeviceList().view;
  const { search } = useDevicesSearch();
  const mode = useTimeMode();
  const words = `the search “${truncate(search, TEXT_LENGTH_MAX)}”`;
  const excludingFilters: ExcludingFilter[] = [
    ...(search ? [{ key: 'search', words, drop: () => setSearch('') }] : []),
    ...describeFilters(filters, mode, fields.heads).map(({ key, field, operator, value }) => ({
      key,
      words: truncate(`${field} ${operator} ${value}`, TEXT_LENGTH_MAX),
      drop: () => go.toFilters(removeFieldFilter(filters, field)),
    })),
    ...(onlySelected ? [{ key: 'set 0', words: 'only these', drop: () => setOnlySelected(false) }] : []),
  ];
  return (
    <EmptyState
      title={
        excludingFilters.length > 1 ? `No devices match all ${excludingFilters.length} filters` : 'No devices match'
      }
      action={{ label: 'Show all loaded devices', run: showAll }}
    >
      <p>
        {fleet.count === 1 ? 'The only loaded device is' : `All ${formatCount(fleet.count)} loaded devices are`} hidden
        by your search or filters.
      </p>
      {!onlySelected && <SeparateWordsSuggestion />}
      <ExcludingFilterList filters={excludingFilters} />
    </EmptyState>
  );
}

function EmptyFleet() {
  const { request, go } = useDevicesPage();
  const { query, view } = useDeviceList();
  const words = describeServerFilters(request);
  const again = { label: 'Check again', run: () => void query.refetch() };
  if (view.fleet.progress.badCount > 0) {
    return (
      <EmptyState title="The service returned no records" action={again}>
        Its list has other entries only.
      </EmptyState>
    );
  }
  if (!words) {
    return (
      <EmptyState
        title="No devices are registered in this project"
        action={again}
        extraActions={<Link to={CONNECTIONS_PATH}>Switch connection</Link>}
      >
        The service returned an empty list. Devices appear here after they are registered. This console is read-only.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="The service returned no devices"
      action={{ label: 'Load all devices', run: () => go.toRequest(DEFAULT_DEVICES_STATE.request) }}
    >
      {`The request was limited to ${truncate(words, TEXT_LENGTH_MAX)}.`}
    </EmptyState>
  );
}

function SeparateWordsSuggestion() {
  const { view } = useDeviceList();
  const { filters, setSearch } = useDevicesPage();
  const { search: typed } = useDevicesSearch();
  const fields = [...view.fleet.columns.map(({ name }) => name), ...JOINED_FIELDS];
  const search = convertPhraseSearchToWords(typed, fields);
  const count = useTimeSlicedResult(
    useCallback(
      function* () {
        return search === undefined ? 0 : yield* countMatchingRows(view, { search, ...filters });
      },
      [view, search, filters],
    ),
  );
  if (!search || !count) return null;
  const words = count === 1 ? 'One device contains' : `${formatCount(count)} devices contain`;
  return (
    <p>
      {words} these words, but not next to each other.{' '}
      <Button variant="link" onClick={() => setSearch(search)}>
        Search for each word
      </Button>
    </p>
  );
}

function ExcludingFilterList({ filters }: { filters: readonly ExcludingFilter[] }) {
  const { view } = useDeviceList();
  const counts = useTimeSlicedResult(useCallback(() => view.filters.countWithoutEachFilter(), [view]));
  return (
    <ul className={classes['filters']}>
      {filters.map(({ key, words, drop }) => (
        <li key={key}>
          <span>
            without <b>{words}</b>
          </span>
          <b translate="no">{formatCount(counts?.get(key) ?? 0)}</b>
          <Button variant="link" aria-label={`Remove: ${words}`} onClick={drop}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
