import { Link } from 'react-router-dom';
import { filterWords, requestWords, withoutField } from '#features/devices/filter/filterWords.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { beginningOf } from '#lib/beginning.ts';
import { formatCount } from '#lib/counts.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { ALL_DEVICES, type DevicesState } from '#paths/devices.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { EmptyState } from '#ui/states/EmptyState.tsx';
import { type Blamed, FiltersBlamed } from './FiltersBlamed.tsx';
import { WordsApart } from './WordsApart.tsx';

type Props = {
  state: DevicesState;
  fleet: Fleet;
  view: FleetView;
  onlySelected: boolean;
  onState: (state: Partial<DevicesState>) => void;
  onSearch: (text: string) => void;
  onOnlySelected: (only: boolean) => void;
  onAll: () => void;
  onAgain: () => void;
};

/** Of what is asked for, this much is said: characters. */
const SAID_MAX = 80;

/** Why no device is shown, and the way out. */
export function NoDevices(props: Props) {
  return <PageBody>{props.fleet.count > 0 ? <NothingMatches {...props} /> : <NothingSent {...props} />}</PageBody>;
}

/** Each filter with the rows there would be without it. */
function NothingMatches({ state, fleet, view, onlySelected, onState, onSearch, onOnlySelected, onAll }: Props) {
  const blamed: Blamed[] = [
    ...(state.search
      ? [{ key: 'search', words: `the search “${beginningOf(state.search, SAID_MAX)}”`, drop: () => onSearch('') }]
      : []),
    ...filterWords(state).map(({ field, operator, value }) => ({
      key: state.facets[field] ? `facet ${field}` : `range ${field}`,
      words: beginningOf(`${field} ${operator} ${value}`, SAID_MAX),
      drop: () => onState(withoutField(state, field)),
    })),
    ...(onlySelected ? [{ key: 'set 0', words: 'only these', drop: () => onOnlySelected(false) }] : []),
  ];
  return (
    <EmptyState
      title={blamed.length > 1 ? `No device matches all ${blamed.length} filters` : 'No device matches'}
      action={{ label: 'Show all that the service sent', run: onAll }}
    >
      <p>
        {fleet.count === 1 ? 'The one device' : `All ${formatCount(fleet.count)} devices`} that the service sent{' '}
        {fleet.count === 1 ? 'is' : 'are'} hidden by what is asked to be shown.
      </p>
      {!onlySelected && <WordsApart state={state} view={view} onSearch={onSearch} />}
      <FiltersBlamed view={view} blamed={blamed} />
    </EmptyState>
  );
}

function NothingSent({ state, onState, onAgain }: Props) {
  const words = requestWords(state.request);
  if (!words) {
    return (
      <EmptyState
        title="No device is registered with this project"
        action={{ label: 'Ask again', run: onAgain }}
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
      action={{ label: 'Ask for all devices', run: () => onState({ request: ALL_DEVICES.request }) }}
    >
      It was asked for {beginningOf(words, SAID_MAX)}.
    </EmptyState>
  );
}
