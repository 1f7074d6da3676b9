import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useDeviceList, useDevices, useDevicesSearch } from '#features/devices/DevicesPlace.tsx';
import { filterWords, requestWords, withoutField } from '#features/devices/filter/filterWords.ts';
import { JOINED } from '#fleet/model/joined.ts';
import { countMatching, wordsApart } from '#fleet/questions/countMatching.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { truncate } from '#lib/truncate.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { ALL_DEVICES } from '#paths/devices.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './NoDevices.module.css';

const SAID_MAX = 80;

type Blamed = { key: string; words: string; drop: () => void };

/** Empty state: explains why no device is shown and offers a way out. */
export function NoDevices() {
  const { fleet } = useDeviceList().view;
  return <PageBody>{fleet.count > 0 ? <NothingMatches /> : <NothingSent />}</PageBody>;
}

function NothingMatches() {
  const { filters, onlySelected, setOnlySelected, setSearch, showAll, go, fields } = useDevices();
  const { fleet } = useDeviceList().view;
  const { search } = useDevicesSearch();
  const mode = useTimeMode();
  const words = `the search “${truncate(search, SAID_MAX)}”`;
  const blamed: Blamed[] = [
    ...(search ? [{ key: 'search', words, drop: () => setSearch('') }] : []),
    ...filterWords(filters, mode, fields.heads).map(({ key, field, operator, value }) => ({
      key,
      words: truncate(`${field} ${operator} ${value}`, SAID_MAX),
      drop: () => go.toFilters(withoutField(filters, field)),
    })),
    ...(onlySelected ? [{ key: 'set 0', words: 'only these', drop: () => setOnlySelected(false) }] : []),
  ];
  return (
    <EmptyState
      title={blamed.length > 1 ? `No device matches all ${blamed.length} filters` : 'No device matches'}
      action={{ label: 'Show all that the service sent', run: showAll }}
    >
      <p>
        {fleet.count === 1 ? 'The one device' : `All ${formatCount(fleet.count)} devices`} that the service sent{' '}
        {fleet.count === 1 ? 'is' : 'are'} hidden by what is asked to be shown.
      </p>
      {!onlySelected && <WordsApart />}
      <FiltersBlamed blamed={blamed} />
    </EmptyState>
  );
}

function NothingSent() {
  const { request, go } = useDevices();
  const { query } = useDeviceList();
  const words = requestWords(request);
  if (!words) {
    return (
      <EmptyState
        title="No device is registered with this project"
        action={{ label: 'Ask again', run: () => void query.refetch() }}
        further={<Link to={CONNECTIONS}>Switch connection</Link>}
      >
        The service answered the whole list, and it is empty. Devices appear here once they are registered; this console
        only reads.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="The service has no such device"
      action={{ label: 'Ask for all devices', run: () => go.toRequest(ALL_DEVICES.request) }}
    >
      It was asked for {truncate(words, SAID_MAX)}.
    </EmptyState>
  );
}

/** Offers to search each word separately if no device contains the phrase. */
function WordsApart() {
  const { view } = useDeviceList();
  const { filters, setSearch } = useDevices();
  const { search: typed } = useDevicesSearch();
  const fields = [...view.fleet.columns.map(({ name }) => name), ...JOINED];
  const search = wordsApart(typed, fields);
  const count = useSlices(
    useCallback(
      function* () {
        return search === undefined ? 0 : yield* countMatching(view, { search, ...filters });
      },
      [view, search, filters],
    ),
  );
  if (!search || !count) return null;
  const words = count === 1 ? 'One device has' : `${formatCount(count)} devices have`;
  return (
    <p>
      {words} these words apart from each other.{' '}
      <Button look="link" onClick={() => setSearch(search)}>
        Look for each word
      </Button>
    </p>
  );
}

function FiltersBlamed({ blamed }: { blamed: readonly Blamed[] }) {
  const { view } = useDeviceList();
  const counts = useSlices(useCallback(() => view.filters.countWithout(), [view]));
  return (
    <ul className={classes['blamed']}>
      {blamed.map(({ key, words, drop }) => (
        <li key={key}>
          <span>
            without <b>{words}</b>
          </span>
          <b>{formatCount(counts?.get(key) ?? 0)}</b>
          <Button look="link" aria-label={`Drop it: ${words}`} onClick={drop}>
            Drop it
          </Button>
        </li>
      ))}
    </ul>
  );
}
