import { useEffect, useState } from 'react';
import type { Fleet } from '#fleet/fleet.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { ALL_DEVICES, type DevicesState } from '#paths/devices.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageBody } from '#ui/PageBody.tsx';
import classes from './DevicesPage.module.css';
import { filterWords, NO_FILTERS, withoutField } from './filterWords.ts';

type Props = {
  state: DevicesState;
  fleet: Fleet;
  view: FleetView;
  onlySelected: boolean;
  onState: (state: Partial<DevicesState>) => void;
  onSearch: (text: string) => void;
  onOnlySelected: (only: boolean) => void;
};

/** Why no device is shown, and the way out. */
export function NoDevices(props: Props) {
  return <PageBody>{props.fleet.count > 0 ? <NothingMatches {...props} /> : <NothingSent {...props} />}</PageBody>;
}

/** Each filter with the rows there would be without it. */
function NothingMatches({ state, fleet, view, onlySelected, onState, onSearch, onOnlySelected }: Props) {
  const counts = useCountsWithout(view);
  const blamed = [
    ...(state.search ? [{ key: 'search', words: `the search “${state.search}”`, drop: () => onSearch('') }] : []),
    ...filterWords(state).map(({ field, operator, value }) => ({
      key: state.facets[field] ? `facet ${field}` : `range ${field}`,
      words: `${field} ${operator} ${value}`,
      drop: () => onState(withoutField(state, field)),
    })),
    ...(onlySelected ? [{ key: 'set 0', words: 'only these', drop: () => onOnlySelected(false) }] : []),
  ];
  const all = () => {
    onSearch('');
    onOnlySelected(false);
    onState({ search: '', ...NO_FILTERS });
  };
  return (
    <EmptyState
      title={blamed.length > 1 ? `No device matches all ${blamed.length} filters` : 'No device matches'}
      action={{ label: 'Show all that the service sent', run: all }}
    >
      <p>
        {fleet.count === 1 ? 'The one device' : `All ${formatCount(fleet.count)} devices`} that the service sent{' '}
        {fleet.count === 1 ? 'is' : 'are'} hidden by what is asked to be shown.
      </p>
      <ul className={classes['blamed']}>
        {blamed.map(({ key, words, drop }) => (
          <li key={key}>
            <span>
              without <b>{words}</b>
            </span>
            <b>{formatCount(counts?.get(key) ?? 0)}</b>
            <Button look="link" aria-label={`Drop ${words}`} onClick={drop}>
              Drop it
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

function NothingSent({ state, onState }: Props) {
  const { type, filter, productID } = state.request;
  const selected = [
    type && `type ${type}`,
    filter && `connectivity ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  const words = selected.filter(Boolean).join(', ');
  if (!words) {
    return (
      <EmptyState title="No device is registered with this project">
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
      It was asked for {words}.
    </EmptyState>
  );
}

/** How many rows there would be without each filter; nothing until they were counted. */
function useCountsWithout(view: FleetView): ReadonlyMap<string, number> | undefined {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>();
  const { version } = view;
  // counted between frames, beside React
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other counts
  useEffect(() => {
    const slices = new Slices();
    slices.run(
      (function* () {
        setCounts(yield* view.countWithout());
      })(),
    );
    return () => slices.cancel();
  }, [view, version]);
  return counts;
}
