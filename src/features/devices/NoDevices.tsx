import type { Fleet } from '#fleet/fleet.ts';
import { formatCount } from '#lib/counts.ts';
import { ALL_DEVICES, type DevicesState } from '#paths/devices.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

type Props = {
  state: DevicesState;
  fleet: Fleet;
  onlySelected: boolean;
  onState: (state: Partial<DevicesState>) => void;
  onSearch: (text: string) => void;
  onOnlySelected: (only: boolean) => void;
};

/** Why no device is shown, and the way out. */
export function NoDevices(props: Props) {
  const { state, fleet, onlySelected, onState, onSearch, onOnlySelected } = props;
  if (fleet.count > 0) {
    return (
      <EmptyState
        title="No device matches"
        action={{
          label: 'Show all that the service sent',
          run: () => {
            onSearch('');
            onOnlySelected(false);
            onState({ search: '', facets: {} });
          },
        }}
      >
        {fleet.count === 1 ? 'The one device' : `All ${formatCount(fleet.count)} devices`} that the service sent{' '}
        {fleet.count === 1 ? 'is' : 'are'} hidden by the search
        {Object.keys(state.facets).length > 0 && ' or the facets'}
        {onlySelected && ', or not selected'}.
      </EmptyState>
    );
  }
  const { type, filter, productID } = state.request;
  const selected = [
    type && `type ${type}`,
    filter && `filter ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  const words = selected.filter(Boolean).join(', ');
  if (!words) return <EmptyState title="No devices">No device is registered in this project yet.</EmptyState>;
  return (
    <EmptyState
      title="The service has no such device"
      action={{ label: 'Ask for all devices', run: () => onState({ request: ALL_DEVICES.request }) }}
    >
      It was asked for {words}.
    </EmptyState>
  );
}
