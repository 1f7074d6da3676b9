import { useNavigate } from 'react-router-dom';
import { snippets } from '#api/snippets.ts';
import { RecordFields } from '#fields/RecordFields.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock } from '#lib/time/time.ts';
import { truncate } from '#lib/truncate.ts';
import { CONNECTIONS, DEVICES } from '#paths/addresses.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
import { useConnection } from '#session/session.ts';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { FailedWays } from '#ui/states/FailedWays.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { useDevice } from './DevicePlace.tsx';

const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

const ID_MAX = 300;

export type DeviceRecord = { device: JsonObject; fetchedAt: number };

const SHARED: readonly string[] = ['productID', 'admin'];

export function RecordPane({ record }: { record: DeviceRecord }) {
  const { fromList, view, showView } = useDevice();
  return (
    <Pane
      title="Record"
      count={fromList ? `of the list, ${formatClock(record.fetchedAt)}` : undefined}
      aside={<Segmented label="Record as" options={VIEWS} value={view} onPick={showView} />}
    >
      {view === 'json' ? (
        <JsonView value={record.device} label="device record" />
      ) : (
        <RecordFields device={record.device} pathOf={devicesOf} />
      )}
    </Pane>
  );
}

export function RecordState() {
  const { deviceID, query, queryKey, unknown, record } = useDevice();
  const connection = useConnection();
  const navigate = useNavigate();
  if (unknown) {
    return (
      <Problem
        title={`No device “${truncate(deviceID, ID_MAX)}”`}
        error={unknown}
        action={{ label: 'All devices', run: () => void navigate(DEVICES) }}
      />
    );
  }
  if (record && query.isFetching && !query.error) return null;
  const requests = snippets(connection, 'device', { deviceID });
  return (
    <QueryState
      query={query}
      queryKey={queryKey}
      subject="the device"
      further={<FailedWays connections={CONNECTIONS} requests={requests} />}
    />
  );
}

/** Returns the link to the devices with the same value; undefined for fields that are unique per device. */
export function devicesOf(field: string, value: string): string | undefined {
  return SHARED.includes(field) ? devicesPath({ ...ALL_DEVICES, facets: { [field]: [value] } }) : undefined;
}
